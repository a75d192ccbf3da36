-- A merge of customers looks for what a customer owes and is not invoiced yet, slice by slice.
create index ix_charges_waiting_customer on charges (business_id, mode, customer_id, id)
  where customer_id is not null and invoice_id is null and reversed_at is null;
