-- Rates that were shown are forgotten a day later, found by their age.
create index ix_replaced_rates_created on replaced_rates (created_at);
