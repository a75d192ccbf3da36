-- Purchases at outside carriers: written down before the carrier is called, settled after.
create table purchases (
  business_id text not null references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  id text not null,
  quote_id text not null,
  carrier_id text not null,
  carrier_shipment_id text not null,
  rate text not null,
  state text not null check (state in ('open', 'bought', 'not_bought', 'refunding', 'refunded', 'refund_refused')),
  outcome text check (outcome in ('error', 'cut')),
  opened_at bigint not null,
  first_clean_look_at bigint,
  looks bigint not null,
  next_look_at bigint,
  settled_at bigint,
  bought text,
  actor text not null,
  request_id text not null,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, quote_id) references quotes (business_id, mode, id)
);
-- One purchase at a time and one that succeeded, per quote.
create unique index uq_purchases_quote on purchases (business_id, mode, quote_id) where state in ('open', 'bought');
create index ix_purchases_due on purchases (next_look_at) where next_look_at is not null;
create index ix_purchases_shipment on purchases (carrier_id, carrier_shipment_id);

-- Carriers use their tracking codes again after some months, and a label that was paid for must not fail on that.
drop index uq_quotes_tracking_code;
create index ix_quotes_tracking_code on quotes (tracking_code);

-- A carrier's labels, each fetched once.
create table carrier_labels (
  business_id text not null,
  mode text not null,
  quote_id text not null,
  format text not null,
  content_type text not null,
  bytes bytea not null,
  fetched_at bigint not null,
  primary key (business_id, mode, quote_id, format),
  foreign key (business_id, mode, quote_id) references quotes (business_id, mode, id)
);

-- Carriers' webhooks that were taken in, so that a repeat does nothing.
create table carrier_events (
  carrier_id text not null,
  event_id text not null,
  received_at bigint not null,
  primary key (carrier_id, event_id)
);

-- Answers to POSTs with an Idempotency-Key, kept for a day.
create table idempotency_keys (
  business_id text not null references businesses (id),
  mode text not null,
  key text not null,
  fingerprint text not null,
  owner text not null,
  locked_until bigint not null,
  status bigint,
  content_type text,
  body text,
  created_at bigint not null,
  primary key (business_id, mode, key)
);
create index ix_idempotency_keys_age on idempotency_keys (created_at);
