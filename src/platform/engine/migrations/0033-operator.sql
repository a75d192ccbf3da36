-- The operator's own name, address, time zone, contact, tax number and bank, as papers and public pages show them. One row at most.

create table operator (
  id text primary key check (id = 'operator'),
  name text not null,
  address text not null,
  time_zone text not null,
  email text,
  phone text,
  website text,
  tax_number text,
  bank text,
  -- A PNG that we encoded, and the SHA-256 that names it in its address and in the audit trail.
  logo bytea,
  logo_sha256 text,
  created_at bigint not null
);
