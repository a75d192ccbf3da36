-- A payment may be refunded in parts, each told under its reference: what was told tells them apart. Those of before count as one.
alter table payment_notices add column body_digest text not null default '';
drop index uq_payment_notices_reference;
create unique index uq_payment_notices_reference on payment_notices (mode, provider, event, reference, body_digest);
