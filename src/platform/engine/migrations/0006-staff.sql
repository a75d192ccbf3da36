-- The operator's staff: accounts, sessions, access tokens, the link for the first admin; and what API keys may do, and until when.

create table staff (
  id text primary key,
  email text not null,
  email_key text not null,
  name text not null,
  role text not null check (role in ('admin', 'warehouse', 'support')),
  password_hash text not null,
  created_at bigint not null,
  deactivated_at bigint
);
create unique index uq_staff_email_key on staff (email_key);

create table staff_sessions (
  id text primary key,
  staff_id text not null references staff (id),
  hash text not null,
  user_agent text,
  created_at bigint not null,
  seen_at bigint not null
);
create unique index uq_staff_sessions_hash on staff_sessions (hash);
create index ix_staff_sessions_staff on staff_sessions (staff_id, created_at);

create table access_tokens (
  id text primary key,
  staff_id text not null references staff (id),
  hash text not null,
  visible_prefix text not null,
  label text not null,
  role text not null check (role in ('admin', 'warehouse', 'support')),
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create unique index uq_access_tokens_hash on access_tokens (hash);
create index ix_access_tokens_staff on access_tokens (staff_id, created_at);

-- One row at most: a new link takes the place of the one before it.
create table setup_links (
  id text primary key check (id = 'setup'),
  hash text not null,
  expires_at bigint not null,
  used_at bigint
);

alter table api_keys add column scope text not null default 'full' check (scope in ('full', 'quote'));
alter table api_keys add column expires_at bigint;
alter table api_keys add column replaces_key_id text;
alter table api_keys add column last_used_at bigint;
