-- Authenticator apps of people of businesses. Those of staff stay in their own table.
create table user_second_factors (
  id text primary key,
  user_id text not null references users (id),
  -- Base32, encrypted. Not in use before its owner has shown a code of it.
  secret text,
  confirmed_at bigint,
  -- JSON: the hashes of the codes that are left.
  recovery_codes text,
  -- The last period of which a code was used: each works once.
  last_period bigint,
  created_at bigint not null
);
create unique index uq_user_second_factors_user on user_second_factors (user_id);
