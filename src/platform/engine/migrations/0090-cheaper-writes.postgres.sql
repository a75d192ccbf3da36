-- Staff who have only the token of a quote or customer find it through its audit records, whose key begins with the token.
drop index ix_quotes_id;
drop index ix_customers_id;

-- A trigram index writes to a page for nearly every trigram of a row: 45 for a customer, in each of two indexes. Names share most of
-- theirs, so new entries now wait in a list and are sorted in together. A search reads the list, too: it is as short as PostgreSQL allows.
-- Parcel numbers share none, and gain nothing by it.
alter index if exists ix_package_names_search set (fastupdate = on, gin_pending_list_limit = 64);
alter index if exists ix_package_names_folded set (fastupdate = on, gin_pending_list_limit = 64);
alter index if exists ix_customers_search set (fastupdate = on, gin_pending_list_limit = 64);
alter index if exists ix_customers_folded set (fastupdate = on, gin_pending_list_limit = 64);

-- Each of these checks wrote a lock into the one row of the business, for which all writers of the business then competed. Businesses are
-- never deleted, and whoever writes for one comes with a key or a session that refers to it.
alter table quotes drop constraint if exists quotes_business_id_fkey;
alter table packages drop constraint if exists packages_business_id_fkey;
alter table customers drop constraint if exists customers_business_id_fkey;
alter table events drop constraint if exists events_business_id_fkey;
alter table shipments drop constraint if exists shipments_business_id_fkey;
