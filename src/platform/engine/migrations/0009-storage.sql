-- Storage in the order in which it begins to cost, and what the operator's lists over all businesses are found by.

-- Follows from the arrival, the terms then in force and the business's time zone; null before arrival.
alter table packages add column last_free_day text;
create index ix_packages_ageing on packages (mode, last_free_day, id) where status = 'warehouse';
create index ix_packages_business_ageing on packages (business_id, mode, last_free_day, id) where status = 'warehouse';
-- The day on which storage stopped, for what was charged on a day that is over.
create index ix_packages_storage_ended on packages (mode, (coalesce(departed_at, delivered_at, cancelled_at)), id)
  where warehouse_arrived_at is not null;
create index ix_packages_arrived on packages (mode, warehouse_arrived_at) where warehouse_arrived_at is not null;
create index ix_packages_held on packages (mode, created_at desc, id desc) where hold_instruction = 'hold';
create index ix_packages_shipment_newest on packages (mode, shipment_id, created_at desc, id desc) where shipment_id is not null;
-- Staff name a record by its token alone.
create index ix_quotes_id on quotes (id);
create index ix_customers_id on customers (id);
create index ix_customer_merges_id on customer_merges (id);

alter table quotes add column search_text text not null default '';
update quotes set search_text = lower(reference);
create index ix_quotes_booked on quotes (mode, booked_at) where booked_at is not null;

create index ix_customer_merges_kept on customer_merges (business_id, mode, kept_id, merged_at);
create index ix_shipments_leaving on shipments (mode, etd) where kind = 'consolidation' and departed_at is null and cancelled_at is null;
