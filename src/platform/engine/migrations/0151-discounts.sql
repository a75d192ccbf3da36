-- The kind of a credit note: `discount`, or null for a correction.
alter table credit_notes add column kind text;
create index ix_credit_notes_id on credit_notes (id);
