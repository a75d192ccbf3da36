-- A package without a price stays in the warehouse, unless an admin lets it go with a reason.
alter table packages add column price_waiver_reason text;
alter table packages add column price_waived_by text;
alter table packages add column price_waived_at bigint;
-- What waits for a price, newest first.
create index ix_packages_unpriced on packages (mode, created_at desc, id desc)
  where quote_id is null and price_waived_at is null and status = 'warehouse';
