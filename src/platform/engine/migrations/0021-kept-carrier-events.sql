-- What a carrier told of a parcel whose purchase was not settled yet; emptied once it is applied.
alter table carrier_events add column tracking_code text;
alter table carrier_events add column status text;
alter table carrier_events add column happened_at bigint;
create index ix_carrier_events_kept on carrier_events (carrier_id, tracking_code) where tracking_code is not null;
