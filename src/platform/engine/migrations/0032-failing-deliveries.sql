-- Deliveries that did not arrive, over all businesses. Few are in it at any time.
create index ix_webhook_deliveries_failing on webhook_deliveries (mode, created_at desc, id desc) where status <> 'delivered';
