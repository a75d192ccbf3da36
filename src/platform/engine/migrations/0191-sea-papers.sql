-- By sea: the bill of lading, and the containers with their seals as JSON. `master_document` stays the number of the first container.
alter table shipments add column bill_of_lading text;
alter table shipments add column containers text;
