-- Staff look for a client's reference in one mode over all businesses, newest first.
create index ix_quotes_mode_reference on quotes (mode, client_reference, created_at, id) where client_reference is not null;
create index ix_packages_mode_reference on packages (mode, client_reference, created_at, id) where client_reference is not null;
create index ix_customers_mode_reference on customers (mode, client_reference, created_at, id) where client_reference is not null;
