-- Since when a package that was cancelled in the warehouse waits until somebody says what became of it; null otherwise, and for packages
-- that were cancelled before there were dispositions: their storage has ended.
alter table packages add column kept_since bigint;
-- What became of it, and when. JSON: kind, recipient, courier and its number, reason, author.
alter table packages add column disposed_at bigint;
alter table packages add column disposition text;
create index ix_packages_kept on packages (mode, created_at desc, id desc) where kept_since is not null;

-- Goods of cancelled packages lie in the warehouse too. Queries by the status alone use these indexes as well.
drop index ix_packages_ageing;
create index ix_packages_ageing on packages (mode, last_free_day, id) where status = 'warehouse' or kept_since is not null;
drop index ix_packages_business_ageing;
create index ix_packages_business_ageing on packages (business_id, mode, last_free_day, id)
  where status = 'warehouse' or kept_since is not null;
drop index ix_packages_place;
create index ix_packages_place on packages (place_id, created_at desc, id desc)
  where place_id is not null and (status = 'warehouse' or kept_since is not null);
drop index ix_packages_unplaced;
create index ix_packages_unplaced on packages (mode, created_at desc, id desc)
  where place_id is null and (status = 'warehouse' or kept_since is not null);
-- The day on which storage ended.
drop index ix_packages_storage_ended;
create index ix_packages_storage_ended on packages (mode, (coalesce(departed_at, delivered_at, disposed_at, cancelled_at)), id)
  where warehouse_arrived_at is not null and kept_since is null;
