-- The cash that a cashier counted, beside the cash that the payments and refunds since the count before leave in the till.
create table cash_counts (
  id text primary key,
  mode text not null,
  cashier_id text not null references staff (id),
  movements bigint not null check (movements > 0),
  expected_kobo bigint not null,
  counted_kobo bigint not null check (counted_kobo >= 0),
  -- Why the two differ.
  reason text,
  created_at bigint not null,
  check (expected_kobo = counted_kobo or reason is not null)
);
create index ix_cash_counts_newest on cash_counts (mode, created_at desc, id desc);
create index ix_cash_counts_cashier on cash_counts (mode, cashier_id, created_at desc, id desc);

-- Each payment, refund and reversal is part of one count.
create table cash_count_items (
  source_id text primary key,
  count_id text not null
);

create index ix_payments_cash on payments (mode, taken_by, id) where method = 'cash';
create index ix_payments_cash_reversed on payments (mode, reversed_by, id) where method = 'cash' and reversed_by is not null;
create index ix_refunds_cash on refunds (mode, created_by, id) where method = 'cash';
