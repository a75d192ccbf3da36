-- What clients note on their own records, and when a record was last changed. Records from before have neither.
alter table quotes add column client_reference text;
alter table quotes add column metadata text;
alter table quotes add column updated_at bigint;
alter table packages add column client_reference text;
alter table packages add column metadata text;
alter table packages add column updated_at bigint;
alter table customers add column client_reference text;
alter table customers add column metadata text;
alter table customers add column updated_at bigint;

-- What the quote declared of a package beside its measurements.
alter table packages add column package_type text;
alter table packages add column container_size text;
alter table packages add column commodity text;

-- Most records have no reference, and need not go into these. Staff look for a reference over all businesses.
create index ix_quotes_client_reference on quotes (client_reference, business_id, mode, created_at, id) where client_reference is not null;
create index ix_packages_client_reference on packages (client_reference, business_id, mode, created_at, id) where client_reference is not null;
create index ix_customers_client_reference on customers (client_reference, business_id, mode, created_at, id) where client_reference is not null;
-- A record that was never changed was last changed when it was made.
create index ix_quotes_updated on quotes (business_id, mode, updated_at) where updated_at is not null;
create index ix_packages_updated on packages (business_id, mode, updated_at) where updated_at is not null;
create index ix_customers_updated on customers (business_id, mode, updated_at) where updated_at is not null;
