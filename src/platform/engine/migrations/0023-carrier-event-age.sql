-- Carriers' events are forgotten by age.
create index ix_carrier_events_received_at on carrier_events (received_at);
