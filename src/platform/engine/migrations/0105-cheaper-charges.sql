-- Staff who have only the token of a charge find it through its audit records, whose key begins with the token.
drop index ix_charges_id;

-- New rows go to the end of their part of the index, not to its beginning: its pages stay full.
drop index ix_charges_newest;
create index ix_charges_newest on charges (business_id, mode, created_at, id);
drop index ix_charges_operator_newest;
create index ix_charges_operator_newest on charges (mode, created_at, id);
drop index ix_shipments_newest;
create index ix_shipments_newest on shipments (kind, mode, created_at, id);
