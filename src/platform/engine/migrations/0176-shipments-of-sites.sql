-- Where a shipment goes from and to. Null `from_site_id`: the oldest site, as for everything of before. Null `to_site_id`: a country only.
alter table shipments add column from_site_id text;
alter table shipments add column to_site_id text;
create index ix_shipments_to_site on shipments (to_site_id) where to_site_id is not null;
-- The expected arrival and the destination site of the shipment that a package is in.
alter table packages add column eta bigint;
alter table packages add column to_site_id text;
update packages set eta = (select shipments.eta from shipments where shipments.id = packages.shipment_id)
where shipment_id is not null and status in ('warehouse', 'transit');
