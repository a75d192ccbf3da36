-- The phone to which codes to sign in may be sent, as E.164. Null until its person has confirmed it with a code.
alter table users add column phone_key text;
alter table users add column phone_confirmed_at bigint;
create unique index uq_users_phone_key on users (phone_key) where phone_key is not null;
