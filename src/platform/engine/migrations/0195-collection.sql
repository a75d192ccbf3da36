-- Since when a package waits to be collected, and who handed it out. The reason is set if that was done without its code.
alter table packages add column ready_for_collection_at bigint;
alter table packages add column handed_out_by text;
alter table packages add column handed_out_at bigint;
alter table packages add column handed_out_reason text;

-- The codes against which packages are handed out. They are kept apart from packages, whose rows go into events and audit records.
create table collection_codes (
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  package_id text not null,
  -- Encrypted.
  code text not null,
  wrong_codes bigint not null,
  created_at bigint not null,
  primary key (business_id, mode, package_id)
);
