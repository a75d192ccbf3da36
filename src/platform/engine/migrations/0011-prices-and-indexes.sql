-- What prices rest on is remembered by every server; this row moves on with each change of it, in the transaction that makes the change.
create table price_revisions (
  id bigint primary key,
  number bigint not null,
  changed_at bigint not null
);

-- Most quotes have none of these, and need not go into their indexes.
drop index ix_quotes_tracking_code;
create index ix_quotes_tracking_code on quotes (tracking_code) where tracking_code is not null;
drop index uq_quotes_label_token;
create unique index uq_quotes_label_token on quotes (label_token) where label_token is not null;
drop index ix_quotes_customer;
create index ix_quotes_customer on quotes (business_id, mode, customer_id, created_at, id) where customer_id is not null;
drop index ix_packages_customer;
create index ix_packages_customer on packages (business_id, mode, customer_id, created_at, id) where customer_id is not null;

-- Lists are read from the newest backwards, and new rows go in at the end of their index: cheaper than at its beginning.
drop index ix_quotes_newest;
create index ix_quotes_newest on quotes (business_id, mode, status, created_at, id);
drop index ix_quotes_operator_newest;
create index ix_quotes_operator_newest on quotes (mode, created_at, id);
drop index ix_quotes_operator_status;
create index ix_quotes_operator_status on quotes (mode, status, created_at, id);
drop index ix_events_newest;
create index ix_events_newest on events (business_id, mode, recorded_at, id);
drop index ix_events_type;
create index ix_events_type on events (business_id, mode, type, recorded_at, id);
drop index ix_packages_newest;
create index ix_packages_newest on packages (business_id, mode, created_at, id);
drop index ix_packages_status;
create index ix_packages_status on packages (business_id, mode, status, created_at, id);
drop index ix_packages_operator_newest;
create index ix_packages_operator_newest on packages (mode, created_at, id);
drop index ix_packages_operator_status;
create index ix_packages_operator_status on packages (mode, status, created_at, id);
drop index ix_customers_newest;
create index ix_customers_newest on customers (business_id, mode, created_at, id);
drop index ix_customers_status;
create index ix_customers_status on customers (business_id, mode, status, created_at, id);
drop index ix_customers_operator_newest;
create index ix_customers_operator_newest on customers (mode, created_at, id);
