-- Everything behind /v1. One text for both engines: tokens and enums are text, instants are epoch milliseconds,
-- dates and decimals are text, documents are JSON text, and a nullable instant says more than a boolean.

create table businesses (
  id text primary key,
  name text not null,
  prefix text not null,
  time_zone text not null,
  own_address text not null,
  last_mile_since bigint,
  parcel_customer_account_since bigint,
  terms text not null,
  created_at bigint not null
);
create unique index uq_businesses_prefix on businesses (prefix);

create table api_keys (
  id text primary key,
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  hash text not null,
  visible_prefix text not null,
  label text,
  created_at bigint not null,
  revoked_at bigint
);
create unique index uq_api_keys_hash on api_keys (hash);
create index ix_api_keys_business on api_keys (business_id, created_at);

create table test_clocks (
  business_id text primary key references businesses (id),
  offset_ms bigint not null
);

create table warehouses (
  id text primary key,
  country text not null,
  address text not null,
  created_at bigint not null
);

create table rate_cards (
  id text not null,
  version bigint not null,
  business_id text references businesses (id),
  kind text not null check (kind in ('export_air', 'import_air', 'ocean_import', 'ocean_export')),
  title text not null,
  currency text not null,
  origin text not null check (origin in ('sample', 'operator')),
  tariff text not null,
  tariff_hash text not null,
  created_at bigint not null,
  published_at bigint,
  effective_from bigint,
  discarded_at bigint,
  primary key (id, version)
);
-- One draft per card at a time.
create unique index uq_rate_cards_draft on rate_cards (id) where published_at is null and discarded_at is null;
create index ix_rate_cards_in_force on rate_cards (id, effective_from, version);

create table fx_rates (
  id text primary key,
  base text not null,
  quote text not null,
  rate text not null,
  source text not null,
  effective_from bigint not null,
  recorded_at bigint not null
);
create index ix_fx_rates_in_force on fx_rates (base, quote, effective_from, recorded_at, id);

create table customer_numbers (
  business_id text not null references businesses (id),
  mode text not null,
  next_number bigint not null,
  primary key (business_id, mode)
);

create table customers (
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  id text not null,
  version bigint not null,
  address_suffix text not null,
  suffix_key text not null,
  first_name text,
  last_name text,
  email text,
  email_key text,
  mobile text,
  mobile_key text,
  origin_address text,
  origin_city text,
  origin_zip_code text,
  origin_state text,
  origin_country text,
  status text not null check (status in ('active', 'inactive')),
  search_text text not null,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create unique index uq_customers_suffix_key on customers (business_id, mode, suffix_key);
create index ix_customers_newest on customers (business_id, mode, created_at desc, id desc);
create index ix_customers_mobile on customers (business_id, mode, mobile_key, created_at);
create index ix_customers_email on customers (business_id, mode, email_key, created_at);

create table quotes (
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  id text not null,
  version bigint not null,
  status text not null check (status in ('pending', 'booked', 'cancelled')),
  source text not null,
  direction text not null,
  transport_mode text not null,
  origin_country text not null,
  destination_country text not null,
  reference text not null,
  customer_id text,
  sender text not null,
  recipient text not null,
  cargo text not null,
  rates text not null,
  rate_messages text not null,
  selected_rate text,
  purchase_id text,
  shipment_id text,
  tracking_code text,
  tracker_id text,
  label_token text,
  created_at bigint not null,
  booked_at bigint,
  cancelled_at bigint,
  closed_reason text,
  comment text,
  price_finalised_at bigint,
  primary key (business_id, mode, id)
);
create unique index uq_quotes_reference on quotes (reference);
create unique index uq_quotes_tracking_code on quotes (tracking_code);
create unique index uq_quotes_label_token on quotes (label_token);
create index ix_quotes_newest on quotes (business_id, mode, status, created_at desc, id desc);

-- Rates that were shown and since replaced by a refresh: bookable for their hour, and recognised as outdated after it.
create table replaced_rates (
  business_id text not null,
  mode text not null,
  quote_id text not null,
  id text not null,
  rate text not null,
  created_at bigint not null,
  primary key (business_id, mode, quote_id, id),
  foreign key (business_id, mode, quote_id) references quotes (business_id, mode, id)
);

create table shipments (
  id text primary key,
  business_id text references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  kind text not null check (kind in ('carrier', 'consolidation')),
  carrier text not null,
  service text not null,
  tracking_code text,
  departed_at bigint,
  created_at bigint not null
);

create table packages (
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  id text not null,
  version bigint not null,
  parcel_number text not null,
  quote_id text,
  cargo_index bigint,
  customer_id text,
  customer_identifier text,
  customer_name text not null,
  search_text text not null,
  status text not null check (status in ('booked', 'warehouse', 'transit', 'delivered', 'cancelled')),
  trade_direction text not null check (trade_direction in ('import', 'export')),
  carrier_tracked_since bigint,
  quantity bigint not null,
  declared_weight_kg double precision,
  actual_weight_kg double precision,
  length_cm double precision,
  width_cm double precision,
  height_cm double precision,
  volume_cbm double precision,
  hold_instruction text not null check (hold_instruction in ('hold', 'release')),
  hold_released_at bigint,
  warehouse_arrived_at bigint,
  departed_at bigint,
  delivered_at bigint,
  cancelled_at bigint,
  comment text,
  shipment_id text,
  origin_country text not null,
  destination_country text not null,
  created_at bigint not null,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, quote_id) references quotes (business_id, mode, id)
);
create unique index uq_packages_parcel_number on packages (parcel_number);
create index ix_packages_newest on packages (business_id, mode, created_at desc, id desc);
create index ix_packages_status on packages (business_id, mode, status, created_at desc, id desc);
create index ix_packages_quote on packages (business_id, mode, quote_id, cargo_index);

create table notices (
  business_id text not null,
  mode text not null,
  id text not null,
  package_id text not null,
  level text not null check (level in ('info', 'warning', 'danger')),
  body text not null,
  created_at bigint not null,
  deactivated_at bigint,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, package_id) references packages (business_id, mode, id)
);
create index ix_notices_package on notices (business_id, mode, package_id, created_at, id);

-- One record per change, committed with it.
create table events (
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  id text not null,
  type text not null,
  object_id text not null,
  data text not null,
  actor text not null,
  request_id text not null,
  created_at bigint not null,
  primary key (business_id, mode, id)
);
create index ix_events_object on events (business_id, mode, object_id, id);
