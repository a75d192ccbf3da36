-- When, why and by whom a package was last taken off a shipment that had departed.
alter table packages add column offloaded_from text;
alter table packages add column offload_reason text;
alter table packages add column offloaded_by text;
alter table packages add column offloaded_at bigint;
