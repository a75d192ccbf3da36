-- Payments by link at a payment provider: the links that were made, and what the provider told.

create table payment_links (
  business_id text not null,
  mode text not null,
  id text not null,
  invoice_id text not null,
  provider text not null,
  -- Under which the provider knows the payment.
  reference text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  url text not null,
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, invoice_id) references invoices (business_id, mode, id)
);
create unique index uq_payment_links_reference on payment_links (mode, reference);
create index ix_payment_links_invoice on payment_links (business_id, mode, invoice_id, created_at, id);

-- Kept before the provider's webhook is answered, and looked up afterwards: a server that stops in between loses nothing.
create table payment_notices (
  id text primary key,
  mode text not null,
  provider text not null,
  event text not null,
  reference text not null,
  state text not null,
  reason text,
  amount bigint,
  currency text,
  business_id text,
  payment_id text,
  looks bigint not null,
  next_look_at bigint,
  decided_by text,
  decision_note text,
  decided_at bigint,
  created_at bigint not null
);
-- However often it is told.
create unique index uq_payment_notices_reference on payment_notices (mode, provider, event, reference);
create index ix_payment_notices_due on payment_notices (next_look_at) where next_look_at is not null;
create index ix_payment_notices_newest on payment_notices (mode, created_at desc, id desc);
create index ix_payment_notices_state on payment_notices (mode, state, created_at desc, id desc);
