-- Shipments are searched by a text that is lowered before it is stored: engines lower only the letters they know.
alter table shipments add column search_text text not null default '';
update shipments set search_text =
  lower(coalesce(number, '') || ' ' || carrier || ' ' || coalesce(conveyance, '') || ' ' || coalesce(master_document, ''));

-- Which shipments hold a package of a business, and its bookings day by day, are told from the index alone.
drop index ix_packages_shipment;
create index ix_packages_shipment on packages (shipment_id, business_id, id) where shipment_id is not null;
drop index ix_quotes_booked;
create index ix_quotes_booked on quotes (mode, booked_at, business_id) where booked_at is not null;
