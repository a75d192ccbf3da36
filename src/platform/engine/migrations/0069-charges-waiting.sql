-- What waits for an invoice, in the order in which it is invoiced: found without a look at what was invoiced before.
drop index ix_charges_waiting;
create index ix_charges_waiting on charges (business_id, mode, created_at, id) where invoice_id is null and reversed_at is null;
