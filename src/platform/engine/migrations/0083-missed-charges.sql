-- What should have been charged and could not be: it waits for a person instead of being lost.
create table missed_charges (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  state text not null,
  reason text not null,
  kind text not null,
  -- The freight of a quote, or the storage of a package.
  subject text not null,
  quote_id text,
  package_id text,
  description text not null,
  -- Decimal text: it may be more than a ledger takes, or in a currency that no rate leads from.
  amount text not null,
  currency text not null,
  last_day text,
  charge_id text,
  decided_by text,
  decision_note text,
  decided_at bigint,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create unique index uq_missed_charges_open on missed_charges (business_id, mode, subject) where state = 'open';
create index ix_missed_charges_open on missed_charges (mode, created_at desc, id desc) where state = 'open';
create index ix_missed_charges_subject on missed_charges (business_id, mode, subject);
create index ix_missed_charges_id on missed_charges (id);
create index ix_missed_charges_newest on missed_charges (mode, created_at desc, id desc);
