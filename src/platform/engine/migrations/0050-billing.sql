-- Charges, invoices, payments and the ledger they are booked in. Amounts are whole kobo.

create table charges (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  kind text not null,
  -- What it is for: of the charges that stand, only one has a given source.
  source text not null,
  -- The customer who owes it; null is the business itself.
  payer_id text,
  customer_id text,
  quote_id text,
  package_id text,
  shipment_id text,
  description text not null,
  quantity bigint not null check (quantity > 0),
  unit_kobo bigint not null,
  net_kobo bigint not null check (net_kobo > 0),
  tax_percent text not null,
  tax_kobo bigint not null check (tax_kobo >= 0),
  first_day text,
  last_day text,
  invoice_id text,
  reversed_at bigint,
  reversed_by text,
  reverse_reason text,
  credit_note_id text,
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create unique index uq_charges_source on charges (business_id, mode, source) where reversed_at is null;
create index ix_charges_id on charges (id);
create index ix_charges_newest on charges (business_id, mode, created_at desc, id desc);
create index ix_charges_operator_newest on charges (mode, created_at desc, id desc);
create index ix_charges_invoice on charges (business_id, mode, invoice_id) where invoice_id is not null;
create index ix_charges_package on charges (business_id, mode, package_id) where package_id is not null;
create index ix_charges_quote on charges (business_id, mode, quote_id) where quote_id is not null;
-- What waits for an invoice.
create index ix_charges_waiting on charges (mode, business_id, created_at) where invoice_id is null and reversed_at is null;

-- Storage of what was in the warehouse before there were charges is not charged: it may have been invoiced elsewhere.
create table uncharged_storage (
  business_id text not null,
  mode text not null,
  package_id text not null,
  primary key (business_id, mode, package_id)
);
insert into uncharged_storage (business_id, mode, package_id)
  select business_id, mode, id from packages where warehouse_arrived_at is not null;

-- Up to which month the storage of packages that are still there was charged.
create table storage_months (
  business_id text not null,
  mode text not null,
  month text not null,
  primary key (business_id, mode)
);

create table invoices (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  payer_id text,
  number text,
  -- What the paper says, as it was issued.
  paper text,
  issued_at bigint,
  issue_date text,
  due_date text,
  net_kobo bigint not null,
  tax_kobo bigint not null,
  total_kobo bigint not null,
  paid_kobo bigint not null check (paid_kobo >= 0),
  credited_kobo bigint not null check (credited_kobo >= 0),
  discarded_at bigint,
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create index ix_invoices_id on invoices (id);
create index ix_invoices_number on invoices (number) where number is not null;
create unique index uq_invoices_issued on invoices (business_id, mode, number) where number is not null;
create index ix_invoices_newest on invoices (business_id, mode, created_at desc, id desc);
create index ix_invoices_operator_newest on invoices (mode, created_at desc, id desc);
create index ix_invoices_open on invoices (mode, business_id, due_date) where number is not null and total_kobo > paid_kobo + credited_kobo;

create table credit_notes (
  business_id text not null,
  mode text not null,
  id text not null,
  number text not null,
  invoice_id text not null,
  paper text not null,
  net_kobo bigint not null,
  tax_kobo bigint not null,
  total_kobo bigint not null,
  reason text not null,
  issue_date text not null,
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, invoice_id) references invoices (business_id, mode, id)
);
create unique index uq_credit_notes_issued on credit_notes (business_id, mode, number);
create index ix_credit_notes_invoice on credit_notes (business_id, mode, invoice_id, created_at);

create table payments (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  number text not null,
  payer_id text,
  method text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  reference text,
  note text,
  allocated_kobo bigint not null check (allocated_kobo >= 0),
  refunded_kobo bigint not null check (refunded_kobo >= 0),
  reversed_at bigint,
  reversed_by text,
  reverse_reason text,
  taken_by text not null,
  receipt_date text not null,
  created_at bigint not null,
  primary key (business_id, mode, id),
  check (allocated_kobo + refunded_kobo <= amount_kobo)
);
-- The same transfer or card receipt is taken once, also by two cashiers at once.
create unique index uq_payments_taken on payments (mode, method, reference) where reference is not null and reversed_at is null and mode = 'live';
create unique index uq_payments_played on payments (business_id, method, reference) where reference is not null and reversed_at is null and mode = 'test';
create index ix_payments_id on payments (id);
create index ix_payments_newest on payments (business_id, mode, created_at desc, id desc);
create index ix_payments_operator_newest on payments (mode, created_at desc, id desc);
create index ix_payments_unused on payments (business_id, mode, created_at) where reversed_at is null and amount_kobo > allocated_kobo + refunded_kobo;

create table payment_allocations (
  business_id text not null,
  mode text not null,
  id text not null,
  payment_id text not null,
  invoice_id text not null,
  -- Below zero where it is taken back.
  amount_kobo bigint not null check (amount_kobo <> 0),
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, payment_id) references payments (business_id, mode, id),
  foreign key (business_id, mode, invoice_id) references invoices (business_id, mode, id)
);
create index ix_payment_allocations_payment on payment_allocations (business_id, mode, payment_id, created_at, id);
create index ix_payment_allocations_invoice on payment_allocations (business_id, mode, invoice_id, created_at, id);

create table refunds (
  business_id text not null,
  mode text not null,
  id text not null,
  payment_id text not null,
  method text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  reference text,
  reason text not null,
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, payment_id) references payments (business_id, mode, id)
);
create index ix_refunds_payment on refunds (business_id, mode, payment_id, created_at, id);

-- Double entry: each row moves an amount from the account that it credits to the one that it debits. Nothing is changed or deleted.
create table ledger_entries (
  business_id text not null,
  mode text not null,
  id text not null,
  payer_id text,
  source_type text not null,
  source_id text not null,
  position bigint not null,
  debit text not null,
  credit text not null check (credit <> debit),
  amount_kobo bigint not null check (amount_kobo > 0),
  occurred_at bigint not null,
  recorded_at bigint not null,
  primary key (business_id, mode, id)
);
create unique index uq_ledger_entries_source on ledger_entries (business_id, mode, source_type, source_id, position);
create index ix_ledger_entries_occurred on ledger_entries (business_id, mode, occurred_at, id);

-- The last number given, per series and year; in test mode each business has its own.
create table number_series (
  mode text not null,
  owner text not null,
  series text not null,
  year text not null,
  last bigint not null,
  primary key (mode, owner, series, year)
);

create table tax_rates (
  id text primary key,
  kind text not null,
  direction text,
  percent text not null,
  effective_from bigint not null,
  recorded_at bigint not null
);

-- What extras cost. A change is another row.
create table price_list (
  id text primary key,
  code text not null,
  name text not null,
  kind text not null,
  unit_kobo bigint not null,
  effective_from bigint not null,
  recorded_at bigint not null
);
create index ix_price_list_code on price_list (code, effective_from);
