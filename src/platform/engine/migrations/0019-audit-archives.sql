-- Parts of the audit trail that lie in a file now: from which seal to which, and how the file is recognised.
-- Of every object its last record stays in the store, so that its trail goes on from there.
create table audit_archives (
  id text primary key,
  first_seal bigint not null,
  last_seal bigint not null,
  records bigint not null,
  seal_sum text not null,
  file_sha256 text not null,
  public_key text not null,
  created_at bigint not null
);
create unique index uq_audit_archives_first_seal on audit_archives (first_seal);
