-- What the audit trail rests on: how the store began, and under which key its secrets are.
-- rows_before: how many audited rows were there when the trail was begun; 0 says that every row since has a record from its first version.
create table store_origin (
  id text primary key check (id = 'store'),
  rows_before bigint not null,
  secret_key_id text,
  created_at bigint not null
);

-- Events that are pruned are looked for here, each of them.
create index ix_webhook_deliveries_event_id on webhook_deliveries (business_id, mode, event_id);
