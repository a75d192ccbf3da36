-- Where parcels lie in the warehouse: zone, rack and bin, as a code such as A-01-12.
create table places (
  id text primary key,
  mode text not null check (mode in ('test', 'live')),
  code text not null,
  closed_at bigint,
  created_at bigint not null
);
create unique index uq_places_code on places (mode, code);

-- It stays when the package leaves, and counts only while the package is in the warehouse.
alter table packages add column place_id text;
create index ix_packages_place on packages (place_id, created_at desc, id desc) where place_id is not null and status = 'warehouse';
create index ix_packages_unplaced on packages (mode, created_at desc, id desc) where place_id is null and status = 'warehouse';

-- A count of what lies in a place: open until it is finished, so that it can be left and resumed.
create table stocktakes (
  id text primary key,
  mode text not null check (mode in ('test', 'live')),
  place_id text not null references places (id),
  started_by text not null,
  started_at bigint not null,
  finished_by text,
  finished_at bigint,
  -- JSON, written at the end: what was found, missing, misplaced and unknown at that moment.
  result text,
  created_at bigint not null
);
create unique index uq_stocktakes_open on stocktakes (place_id) where finished_at is null;
create index ix_stocktakes_newest on stocktakes (mode, created_at desc, id desc);
create index ix_stocktakes_place on stocktakes (place_id, created_at desc, id desc);

create table stocktake_scans (
  stocktake_id text not null references stocktakes (id),
  -- The parcel number, or the code as it was read: scanning the same again adds nothing.
  code_key text not null,
  package_id text,
  scanned_by text not null,
  scanned_at bigint not null,
  primary key (stocktake_id, code_key)
);
