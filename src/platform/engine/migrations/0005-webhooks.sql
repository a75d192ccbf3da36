-- Webhooks: who is told, what is on its way, and how each attempt went.

-- An object's version orders its events. recorded_at is real time; created_at follows the moved clock of test data.
alter table events add column object_type text not null default '';
alter table events add column object_version bigint not null default 0;
alter table events add column recorded_at bigint not null default 0;
update events set recorded_at = created_at, object_type = case
  when type like 'quote.%' then 'quote' when type like 'package.%' then 'package' else 'customer' end;
create index ix_events_newest on events (business_id, mode, recorded_at desc, id desc);
create index ix_events_type on events (business_id, mode, type, recorded_at desc, id desc);

create table webhook_endpoints (
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  id text not null,
  version bigint not null,
  url text not null,
  description text,
  event_types text not null,
  secret text not null,
  previous_secret text,
  previous_secret_until bigint,
  failing_since bigint,
  disabled_at bigint,
  disabled_reason text,
  deleted_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (business_id, mode, id)
);
create index ix_webhook_endpoints_newest on webhook_endpoints (business_id, mode, created_at desc, id desc) where deleted_at is null;

create table webhook_deliveries (
  business_id text not null,
  mode text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  object_id text not null,
  object_version bigint not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts bigint not null,
  next_attempt_at bigint,
  delivered_at bigint,
  created_at bigint not null,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, endpoint_id) references webhook_endpoints (business_id, mode, id),
  foreign key (business_id, mode, event_id) references events (business_id, mode, id)
);
create unique index uq_webhook_deliveries_event on webhook_deliveries (business_id, mode, endpoint_id, event_id);
create index ix_webhook_deliveries_newest on webhook_deliveries (business_id, mode, created_at desc, id desc);
create index ix_webhook_deliveries_endpoint on webhook_deliveries (business_id, mode, endpoint_id, created_at desc, id desc);
create index ix_webhook_deliveries_unsent on webhook_deliveries (business_id, mode, created_at desc, id desc) where status <> 'delivered';
create index ix_webhook_deliveries_line on webhook_deliveries (endpoint_id, object_id, object_version, event_id) where status = 'pending';

-- A lane holds the pending deliveries of one endpoint and object; it is gone when they are. Only its first delivery is ever under way.
-- A claim is a due_at in the future: when the server that made it dies, the lane falls due again.
create table webhook_lanes (
  business_id text not null,
  mode text not null,
  endpoint_id text not null,
  object_id text not null,
  due_at bigint not null,
  claim text,
  primary key (endpoint_id, object_id)
);
create index ix_webhook_lanes_due on webhook_lanes (endpoint_id, due_at);

create table webhook_attempts (
  business_id text not null,
  mode text not null,
  delivery_id text not null,
  number bigint not null,
  attempted_at bigint not null,
  duration_ms bigint not null,
  response_status bigint,
  response_excerpt text,
  error text,
  primary key (business_id, mode, delivery_id, number),
  foreign key (business_id, mode, delivery_id) references webhook_deliveries (business_id, mode, id)
);

-- Which day a business's stored packages were last looked through for, and by whom until when.
create table storage_days (
  business_id text not null references businesses (id),
  mode text not null,
  date text not null,
  claimed_until bigint not null,
  done_at bigint,
  primary key (business_id, mode)
);

-- Each reminder goes out once per stay in the warehouse.
create table storage_reminders (
  business_id text not null,
  mode text not null,
  package_id text not null,
  type text not null,
  start_date text not null,
  reminded_at bigint not null,
  primary key (business_id, mode, package_id, type, start_date)
);
