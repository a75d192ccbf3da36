-- The flights and sailings on which the operator has space.
create table voyages (
  id text primary key,
  transport_mode text not null check (transport_mode in ('air', 'ocean')),
  carrier text not null,
  number text not null,
  origin text not null,
  destination text not null,
  departs_at bigint not null,
  cut_off_at bigint,
  arrives_at bigint not null,
  capacity_kg double precision,
  capacity_cbm double precision,
  cancelled_at bigint,
  search_text text not null,
  created_at bigint not null
);
create index ix_voyages_departure on voyages (departs_at desc, id desc);

alter table shipments add column voyage_id text;
create index ix_shipments_voyage on shipments (voyage_id) where voyage_id is not null;
