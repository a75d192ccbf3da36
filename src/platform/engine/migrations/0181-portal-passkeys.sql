-- Passkeys of people of businesses. Those of staff stay in their own table.
create table user_passkeys (
  id text primary key,
  user_id text not null references users (id),
  credential_id text not null,
  public_key text not null,
  transports text not null,
  rp_id text not null,
  label text not null,
  use_count bigint not null,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create unique index uq_user_passkeys_credential on user_passkeys (credential_id);
create index ix_user_passkeys_user on user_passkeys (user_id, created_at);
