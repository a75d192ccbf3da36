-- The portal of client businesses: people, their memberships and sessions, and how they sign in without a password.

create table users (
  id text primary key,
  email text not null,
  email_key text not null,
  name text not null,
  phone text,
  created_at bigint not null
);
create unique index uq_users_email_key on users (email_key);

-- A person of a business. An invitation is a row that was not accepted yet.
create table members (
  id text primary key,
  business_id text not null references businesses (id),
  user_id text not null references users (id),
  role text not null check (role in ('owner', 'clerk', 'accountant', 'developer')),
  -- As the inviting person wrote it: shown until the invitation is accepted.
  name text not null,
  invited_by text not null,
  invited_at bigint not null,
  accepted_at bigint,
  removed_at bigint,
  last_signed_in_at bigint,
  created_at bigint not null
);
create unique index uq_members_user on members (business_id, user_id) where removed_at is null;
create index ix_members_user on members (user_id, business_id);

-- Either of a person, or of an admin of the operator who reads as one business.
create table user_sessions (
  id text primary key,
  user_id text references users (id),
  staff_id text references staff (id),
  business_id text references businesses (id),
  hash text not null,
  user_agent text,
  created_at bigint not null,
  seen_at bigint not null,
  check ((user_id is null and staff_id is not null and business_id is not null)
    or (user_id is not null and staff_id is null and business_id is null))
);
create unique index uq_user_sessions_hash on user_sessions (hash);
create index ix_user_sessions_user on user_sessions (user_id, created_at);
create index ix_user_sessions_age on user_sessions (seen_at);

-- Links that open one session each.
create table sign_in_links (
  id text primary key,
  hash text not null,
  user_id text references users (id),
  staff_id text references staff (id),
  business_id text not null references businesses (id),
  created_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create unique index uq_sign_in_links_hash on sign_in_links (hash);

-- Codes by address, whether or not the address belongs to a person.
create table sign_in_codes (
  id text primary key,
  address_key text not null,
  code_digest text not null,
  tries bigint not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index ix_sign_in_codes_address on sign_in_codes (address_key, expires_at);
create index ix_sign_in_codes_age on sign_in_codes (expires_at);

-- Wrong codes by address. A new code does not reset them.
create table sign_in_failures (
  address_key text primary key,
  failures bigint not null,
  failed_at bigint not null
);
create index ix_sign_in_failures_age on sign_in_failures (failed_at);

-- Null: the portal is on.
alter table businesses add column portal_off_since bigint;
-- The colour of the portal, such as #0b5563; null for the default.
alter table operator add column colour text;
