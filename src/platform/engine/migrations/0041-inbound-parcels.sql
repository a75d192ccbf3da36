-- Parcels that customers expect from couriers.
create table inbound_parcels (
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  id text not null,
  version bigint not null,
  status text not null check (status in ('expected', 'received', 'cancelled', 'expired')),
  customer_id text not null,
  courier text,
  -- JSON: each number with what was received under it.
  numbers text not null,
  items text not null,
  transport_mode text check (transport_mode in ('air', 'ocean')),
  note text,
  client_reference text,
  metadata text,
  received_at bigint,
  cancelled_at bigint,
  expired_at bigint,
  comment text,
  created_at bigint not null,
  updated_at bigint,
  primary key (business_id, mode, id)
);
create index ix_inbound_parcels_newest on inbound_parcels (business_id, mode, created_at desc, id desc);
create index ix_inbound_parcels_status on inbound_parcels (business_id, mode, status, created_at desc, id desc);
create index ix_inbound_parcels_customer on inbound_parcels (business_id, mode, customer_id, created_at desc, id desc);
create index ix_inbound_parcels_operator on inbound_parcels (mode, created_at desc, id desc);
create index ix_inbound_parcels_operator_status on inbound_parcels (mode, status, created_at desc, id desc);
create index ix_inbound_parcels_id on inbound_parcels (id);
create index ix_inbound_parcels_client_reference on inbound_parcels (client_reference, business_id, mode, created_at, id) where client_reference is not null;
create index ix_inbound_parcels_updated on inbound_parcels (business_id, mode, updated_at) where updated_at is not null;

-- Follows from `numbers`: what a scanned courier number is looked up in.
create table inbound_numbers (
  business_id text not null,
  mode text not null,
  inbound_parcel_id text not null,
  number_key text not null,
  -- Null unless the announcement is open: of those, a number has one in a business.
  open_since bigint,
  primary key (business_id, mode, inbound_parcel_id, number_key),
  foreign key (business_id, mode, inbound_parcel_id) references inbound_parcels (business_id, mode, id)
);
create unique index uq_inbound_numbers_open on inbound_numbers (business_id, mode, number_key) where open_since is not null;
create index ix_inbound_numbers_key on inbound_numbers (mode, number_key);

alter table packages add column inbound_parcel_id text;
