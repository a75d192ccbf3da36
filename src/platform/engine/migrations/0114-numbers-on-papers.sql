-- The search of staff finds credit notes and receipts by the number on the paper, and payments by the reference on their receipt.
create index ix_credit_notes_number on credit_notes (number);
create index ix_payments_number on payments (number);
create index ix_payments_reference on payments (mode, reference) where reference is not null;
