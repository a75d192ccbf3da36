-- Tax details of a payer: its tax number, its electronic address, and the percent of tax that it withholds by kind of charge (JSON).
create table payer_tax_details (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  -- The customer; null is the business itself.
  payer_id text,
  tax_number text,
  endpoint_scheme text,
  endpoint_id text,
  withholding text not null,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create unique index uq_payer_tax_details on payer_tax_details (business_id, mode, coalesce(payer_id, ''));

-- The part of `amount_kobo` that was withheld as tax instead of paid.
alter table payments add column withheld_kobo bigint check (withheld_kobo > 0 and withheld_kobo < amount_kobo);

-- The tax that a payment withheld from an invoice: a claim on a certificate.
create table withheld_taxes (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  payment_id text not null,
  invoice_id text not null,
  payer_id text,
  amount_kobo bigint not null check (amount_kobo > 0),
  certified_kobo bigint not null check (certified_kobo >= 0 and certified_kobo <= amount_kobo),
  withheld_on text not null,
  withheld_at bigint not null,
  reversed_at bigint,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create index ix_withheld_taxes_payment on withheld_taxes (business_id, mode, payment_id);
create index ix_withheld_taxes_invoice on withheld_taxes (business_id, mode, invoice_id);
create index ix_withheld_taxes_newest on withheld_taxes (mode, created_at desc, id desc);
create index ix_withheld_taxes_open on withheld_taxes (mode, business_id, withheld_at, id)
  where reversed_at is null and certified_kobo < amount_kobo;

-- Certificates of the tax office over tax that was withheld. `shares` (JSON) says which claims each one covers.
create table withholding_certificates (
  business_id text not null,
  mode text not null,
  id text not null,
  version bigint not null,
  payer_id text,
  number text not null,
  -- The number without spaces, in capitals.
  number_key text not null,
  issued_on text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  note text,
  shares text not null,
  withdrawn_at bigint,
  withdrawn_by text,
  withdraw_reason text,
  created_by text not null,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create index ix_withholding_certificates_id on withholding_certificates (id);
create index ix_withholding_certificates_newest on withholding_certificates (mode, created_at desc, id desc);
-- A certificate is recorded once.
create unique index uq_withholding_certificates on withholding_certificates (mode, number_key) where withdrawn_at is null;
