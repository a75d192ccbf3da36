-- Numbers of packages are searched in a table of their own, as on the embedded engine. They never change; but PostgreSQL writes a changed row
-- anew, with an entry in every index of its table, which for the trigrams of the number alone were 13 blocks at each hold or receipt.
-- Triggers keep the table, so that nobody who writes packages can forget it; a backup leaves it out.
create table package_numbers_search (
  id text primary key,
  business_id text not null,
  mode text not null,
  parcel_number text not null
);
insert into package_numbers_search (id, business_id, mode, parcel_number) select id, business_id, mode, parcel_number from packages;
create function keep_package_number() returns trigger language plpgsql as $$
begin
  insert into package_numbers_search (id, business_id, mode, parcel_number) values (new.id, new.business_id, new.mode, new.parcel_number);
  return null;
end
$$;
create function drop_package_number() returns trigger language plpgsql as $$
begin
  delete from package_numbers_search where id = old.id;
  return null;
end
$$;
create trigger package_numbers_search_insert after insert on packages for each row execute function keep_package_number();
create trigger package_numbers_search_delete after delete on packages for each row execute function drop_package_number();

drop index if exists ix_packages_number_search;
do $$
begin
  create extension if not exists pg_trgm;
  create index ix_package_numbers_search on package_numbers_search using gin (parcel_number gin_trgm_ops) with (fastupdate = off);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;
