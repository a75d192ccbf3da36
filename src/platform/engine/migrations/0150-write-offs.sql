-- Debts that were written off. Amounts are whole kobo; the invoice holds the sum of those that are not reversed, null for nothing.
create table write_offs (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  invoice_id text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  reason text not null,
  -- The day, and its moment in the ledger.
  written_off_on text not null,
  written_off_at bigint not null,
  reversed_at bigint,
  reversed_by text,
  reverse_reason text,
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, invoice_id) references invoices (business_id, mode, id)
);
create index ix_write_offs_id on write_offs (id);
create index ix_write_offs_invoice on write_offs (business_id, mode, invoice_id, created_at, id);
alter table invoices add column written_off_kobo bigint;

-- A second person may also have to approve a write-off: the same table, with one more kind.
create table money_requests_with_write_offs (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  kind text not null check (kind in ('refund', 'credit', 'write_off')),
  state text not null check (state in ('open', 'approved', 'refused')),
  -- The payment to refund, or the invoice to credit or write off.
  subject_id text not null,
  amount_kobo bigint not null,
  -- JSON: the work of the approval.
  terms text not null,
  reason text not null,
  requested_by text not null,
  decided_by text check (decided_by <> requested_by),
  decision_note text,
  decided_at bigint,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
insert into money_requests_with_write_offs
  select business_id, mode, id, version, kind, state, subject_id, amount_kobo, terms, reason, requested_by, decided_by, decision_note,
    decided_at, created_at from money_requests;
drop table money_requests;
alter table money_requests_with_write_offs rename to money_requests;
create index ix_money_requests_id on money_requests (id);
create index ix_money_requests_open on money_requests (mode, created_at desc, id desc) where state = 'open';
create index ix_money_requests_newest on money_requests (mode, created_at desc, id desc);
