-- The warehouse: receipts, photos, unidentified parcels, shipments, customers' upkeep; and the audit trail of every change.

-- Null until somebody knows: a parcel that came unannounced goes by air or by sea.
alter table packages add column transport_mode text check (transport_mode in ('air', 'ocean'));
update packages set transport_mode = (select quotes.transport_mode from quotes
  where quotes.business_id = packages.business_id and quotes.mode = packages.mode and quotes.id = packages.quote_id);
-- A destination is provisional until it is set, and then locked.
alter table packages add column destination_locked_at bigint;
update packages set destination_locked_at = created_at;
-- How many pieces are in the warehouse; fewer than quantity while some are still to come.
alter table packages add column pieces_arrived bigint;
update packages set pieces_arrived = quantity where warehouse_arrived_at is not null;
-- Staff find a package by its token alone, whosever it is.
create index ix_packages_id on packages (id);
create index ix_packages_shipment on packages (shipment_id, id) where shipment_id is not null;
create index ix_packages_customer on packages (business_id, mode, customer_id, created_at desc, id desc);
create index ix_packages_operator_newest on packages (mode, created_at desc, id desc);
create index ix_packages_operator_status on packages (mode, status, created_at desc, id desc);

-- What was booked, kept when the warehouse's measurements take its place: an undone receipt brings it back.
alter table quotes add column booked_rate text;
create index ix_quotes_customer on quotes (business_id, mode, customer_id, created_at desc, id desc);
create index ix_quotes_operator_newest on quotes (mode, created_at desc, id desc);
create index ix_quotes_operator_status on quotes (mode, status, created_at desc, id desc);

alter table customers add column merged_into_id text;
create index ix_customers_operator_newest on customers (mode, created_at desc, id desc);
create index ix_customers_any_business on customers (mode, suffix_key);

-- One row per arrival; several where a package comes in parts.
create table receipts (
  business_id text not null,
  mode text not null,
  id text not null,
  package_id text not null,
  pieces bigint not null,
  weight_kg double precision,
  length_cm double precision,
  width_cm double precision,
  height_cm double precision,
  volume_cbm double precision,
  condition_note text,
  -- The price of the quote before and after, where this arrival changed it.
  price_before text,
  price_after text,
  -- The package's own columns before, for undoing.
  before text not null,
  received_by text not null,
  received_at bigint not null,
  -- Later than the arrival where the parcel lay unidentified for a while.
  recorded_at bigint not null,
  unidentified_parcel_id text,
  undone_by text,
  undone_at bigint,
  undo_reason text,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, package_id) references packages (business_id, mode, id)
);
create index ix_receipts_package on receipts (business_id, mode, package_id, received_at, id);
create index ix_receipts_id on receipts (id);
create index ix_receipts_newest on receipts (mode, received_at desc, id desc);

-- Parcels that nobody could name; assigned later, to a customer or to a package that was expected.
create table unidentified_parcels (
  id text primary key,
  version bigint not null,
  label_text text,
  pieces bigint not null,
  weight_kg double precision,
  length_cm double precision,
  width_cm double precision,
  height_cm double precision,
  volume_cbm double precision,
  condition_note text,
  received_by text not null,
  received_at bigint not null,
  assigned_at bigint,
  assigned_by text,
  business_id text references businesses (id),
  package_id text,
  discarded_at bigint,
  discarded_by text,
  discard_reason text,
  created_at bigint not null
);
create index ix_unidentified_parcels_open on unidentified_parcels (created_at desc, id desc) where assigned_at is null and discarded_at is null;
create index ix_unidentified_parcels_newest on unidentified_parcels (created_at desc, id desc);

-- Of a receipt or of an unidentified parcel, whichever the owner's id names. Re-encoded by us, so free of what cameras add.
create table photos (
  id text primary key,
  owner_id text not null,
  content_type text not null,
  width bigint not null,
  height bigint not null,
  bytes bytea not null,
  taken_by text not null,
  created_at bigint not null
);
create index ix_photos_owner on photos (owner_id, created_at, id);

alter table shipments add column version bigint not null default 1;
alter table shipments add column number text;
alter table shipments add column transport_mode text check (transport_mode in ('air', 'ocean'));
alter table shipments add column conveyance text;
alter table shipments add column master_document text;
alter table shipments add column origin_country text;
alter table shipments add column destination_country text;
alter table shipments add column etd bigint;
alter table shipments add column eta bigint;
alter table shipments add column arrived_at bigint;
alter table shipments add column delivered_at bigint;
alter table shipments add column cancelled_at bigint;
create unique index uq_shipments_number on shipments (number) where number is not null;
create index ix_shipments_newest on shipments (kind, mode, created_at desc, id desc);

-- What one customer took over from another, so that it can be given back.
create table customer_merges (
  business_id text not null,
  mode text not null,
  id text not null,
  kept_id text not null,
  merged_id text not null,
  moved text not null,
  merged_by text not null,
  merged_at bigint not null,
  undone_by text,
  undone_at bigint,
  primary key (business_id, mode, id)
);
create unique index uq_customer_merges_open on customer_merges (business_id, mode, merged_id) where undone_at is null;

-- One record per change of an object. `changes` holds what the changed columns became; `hash` covers it and the record before it.
-- The operator's own objects have an empty business and mode.
create table audit_records (
  business_id text not null,
  mode text not null,
  object_id text not null,
  version bigint not null,
  object_type text not null,
  actor text not null,
  request_id text not null,
  changes text not null,
  recorded_at bigint not null,
  hash text not null,
  seal bigint,
  -- The object first: staff who ask for its trail need not know whose it is.
  primary key (object_id, business_id, mode, version)
);
create index ix_audit_records_unsealed on audit_records (recorded_at) where seal is null;
create index ix_audit_records_seal on audit_records (seal, object_id, version) where seal is not null;
create index ix_audit_records_request on audit_records (request_id);

-- The records of a while, sealed into one chain.
create table audit_seals (
  number bigint primary key,
  records bigint not null,
  records_hash text not null,
  sealed_at bigint not null,
  hash text not null
);

-- Staff use Idempotency-Key too. Answers are kept for a day, so nothing of value goes with the table.
drop table idempotency_keys;
create table idempotency_keys (
  holder_id text not null,
  mode text not null,
  key text not null,
  fingerprint text not null,
  owner text not null,
  locked_until bigint not null,
  status bigint,
  content_type text,
  body text,
  created_at bigint not null,
  primary key (holder_id, mode, key)
);
create index ix_idempotency_keys_age on idempotency_keys (created_at);
