-- Substring search by trigrams. Where the database does not let us have the extension, searches read rows one by one, and doctor says so.

do $$
begin
  create extension if not exists pg_trgm;
  -- Without a list of pending entries, which every search would have to read through.
  create index ix_packages_search on packages using gin (search_text gin_trgm_ops) with (fastupdate = off);
  create index ix_customers_search on customers using gin (search_text gin_trgm_ops) with (fastupdate = off);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;

-- Pages of customers say how many there are.
create index ix_customers_status on customers (business_id, mode, status, created_at desc, id desc);

-- The oldest customer with a mobile or an email: with the whole order in the index, SQLite does not read all customers for it.
drop index ix_customers_mobile;
create index ix_customers_mobile on customers (business_id, mode, mobile_key, created_at, id);
drop index ix_customers_email;
create index ix_customers_email on customers (business_id, mode, email_key, created_at, id);
