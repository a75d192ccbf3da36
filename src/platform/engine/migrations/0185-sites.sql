-- Where the operator takes parcels in, or hands them out. Records without a site belong to the oldest one.
create table sites (
  id text primary key,
  code text not null,
  name text not null,
  purpose text not null check (purpose in ('takes_in', 'hands_out', 'both')),
  country text not null,
  time_zone text not null,
  -- JSON. Null: the address of the warehouse of the country applies.
  address text,
  local_address text,
  local_language text,
  phone text,
  opening_hours text,
  closed_at bigint,
  created_at bigint not null
);
create unique index uq_sites_code on sites (code);
