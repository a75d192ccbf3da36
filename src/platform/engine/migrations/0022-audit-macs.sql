-- Which audit records the program made itself: a MAC over the record's hash, under the secret key; null where there is no key.
alter table audit_records add column mac text;
-- Up to this seal records are believed without a MAC: they are older than it, or it is under a key that is no longer used.
alter table store_origin add column trusted_seal bigint;
alter table store_origin add column trusted_seal_sum text;
-- Over the other columns, under the secret key.
alter table store_origin add column mac text;
