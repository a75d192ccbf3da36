-- From this amount on, a second person must approve refunds and credits.
alter table money_rules add column second_person_from_kobo bigint check (second_person_from_kobo > 0);

-- Refunds and credits that wait for a second person, and the decision on each.
create table money_requests (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  kind text not null check (kind in ('refund', 'credit')),
  state text not null check (state in ('open', 'approved', 'refused')),
  -- The payment to refund, or the invoice to credit.
  subject_id text not null,
  amount_kobo bigint not null,
  -- JSON: what is done when it is approved.
  terms text not null,
  reason text not null,
  requested_by text not null,
  decided_by text check (decided_by <> requested_by),
  decision_note text,
  decided_at bigint,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create index ix_money_requests_id on money_requests (id);
create index ix_money_requests_open on money_requests (mode, created_at desc, id desc) where state = 'open';
create index ix_money_requests_newest on money_requests (mode, created_at desc, id desc);
