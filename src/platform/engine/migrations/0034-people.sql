-- Invitations of colleagues, second factors, and passkeys with the challenges that are open.

create table staff_invitations (
  id text primary key,
  email text not null,
  role text not null check (role in ('admin', 'warehouse', 'support')),
  hash text not null,
  invited_by text not null references staff (id),
  created_at bigint not null,
  expires_at bigint not null,
  accepted_at bigint,
  revoked_at bigint
);
create unique index uq_staff_invitations_hash on staff_invitations (hash);
create index ix_staff_invitations_newest on staff_invitations (created_at desc, id desc);

-- One row at most for each account, which stays: without a secret there is no second factor.
create table second_factors (
  id text primary key,
  staff_id text not null references staff (id),
  -- Base32, encrypted. Not in use before its owner has shown a code of it.
  secret text,
  confirmed_at bigint,
  -- JSON: the hashes of the codes that are left.
  recovery_codes text,
  -- The last period of which a code was used: each works once.
  last_period bigint,
  created_at bigint not null
);
create unique index uq_second_factors_staff on second_factors (staff_id);

create table passkeys (
  id text primary key,
  staff_id text not null references staff (id),
  credential_id text not null,
  public_key text not null,
  transports text not null,
  -- The host that it was made for.
  rp_id text not null,
  label text not null,
  use_count bigint not null,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create unique index uq_passkeys_credential on passkeys (credential_id);
create index ix_passkeys_staff on passkeys (staff_id, created_at);

-- Each is answered once, within minutes.
create table passkey_challenges (
  challenge text primary key,
  -- Null for a sign-in: whose it is, is what the answer says.
  staff_id text,
  expires_at bigint not null
);
create index ix_passkey_challenges_age on passkey_challenges (expires_at);
