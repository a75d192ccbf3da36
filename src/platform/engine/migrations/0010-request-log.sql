-- What businesses and staff asked for in the last days, and what they were answered; nothing else depends on it.

-- Staff's own requests have the mode 'ops', and the business '' where they name none. Times within a request are microseconds.
create table request_log (
  business_id text not null,
  mode text not null check (mode in ('test', 'live', 'ops')),
  created_at bigint not null,
  id text not null,
  request_id text not null,
  actor text not null,
  method text not null,
  route text not null,
  path text not null,
  status bigint not null,
  error_code text,
  duration_us bigint not null,
  request_body text,
  response_body text,
  primary key (business_id, mode, created_at, id)
);
create index ix_request_log_newest on request_log (created_at desc, id desc);
create index ix_request_log_request on request_log (request_id);
create index ix_request_log_failed on request_log (created_at desc, id desc) where status >= 400;

-- Staff name a delivery by its token alone.
create index ix_webhook_deliveries_id on webhook_deliveries (id);
