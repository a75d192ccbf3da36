-- Parcels under way of which their carrier has not been heard for some time are asked after: when next, null when there is nothing left to hear.
alter table purchases add column next_track_at bigint;
create index ix_purchases_track on purchases (next_track_at) where next_track_at is not null;
update purchases set next_track_at = settled_at where state = 'bought' and exists (
  select 1 from packages where packages.business_id = purchases.business_id and packages.mode = purchases.mode
    and packages.quote_id = purchases.quote_id and packages.status not in ('delivered', 'cancelled'));

-- When it was found that the carrier had charged other than agreed.
alter table purchases add column charged_otherwise_at bigint;
create index ix_purchases_charged_otherwise on purchases (opened_at, id) where charged_otherwise_at is not null;

-- Staff read purchases newest first, and those in a state that needs a person.
create index ix_purchases_newest on purchases (opened_at, id);
create index ix_purchases_state on purchases (state, opened_at, id);
