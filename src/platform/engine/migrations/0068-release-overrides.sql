-- An admin lets a package go on although something of it is not paid. It covers what was owed by then.
create table release_overrides (
  business_id text not null,
  mode text not null,
  id text not null,
  package_id text not null,
  reason text not null,
  owed_kobo bigint not null check (owed_kobo > 0),
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create index ix_release_overrides_package on release_overrides (business_id, mode, package_id, created_at);

-- What a payer owes includes drafts.
create index ix_invoices_draft on invoices (business_id, mode) where number is null and discarded_at is null;
