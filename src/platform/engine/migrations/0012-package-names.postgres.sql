-- Packages are searched by name through the distinct names that they have, and those are far fewer. Lower-cased as the packages have
-- them, by one rule on both engines. Triggers keep them, so that nobody who writes packages can forget it; names no longer used may stay.
create table package_names (
  business_id text not null,
  mode text not null,
  name text not null,
  search_text text not null,
  primary key (business_id, mode, name)
);
insert into package_names (business_id, mode, name, search_text)
  select business_id, mode, customer_name, min(left(search_text, -length(parcel_number) - 1))
  from packages group by business_id, mode, customer_name;
create function keep_package_name() returns trigger language plpgsql as $$
begin
  insert into package_names (business_id, mode, name, search_text) values (new.business_id, new.mode, new.customer_name,
    left(new.search_text, -length(new.parcel_number) - 1)) on conflict do nothing;
  return null;
end
$$;
create trigger package_names_insert after insert on packages for each row execute function keep_package_name();
create trigger package_names_update after update of customer_name on packages for each row execute function keep_package_name();
create index ix_packages_name on packages (business_id, mode, customer_name);

-- What is left to search the packages themselves for: their numbers, which never change.
drop index if exists ix_packages_search;
do $$
begin
  create extension if not exists pg_trgm;
  create index ix_package_names_search on package_names using gin (search_text gin_trgm_ops) with (fastupdate = off);
  create index ix_packages_number_search on packages using gin (parcel_number gin_trgm_ops) with (fastupdate = off);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;
