-- Packages are searched by name through the distinct names that they have, and those are far fewer. Lower-cased as the packages have
-- them: `lower` knows ASCII only. Triggers keep them, so that nobody who writes packages can forget it; names no longer used may stay.
create table package_names (
  business_id text not null,
  mode text not null,
  name text not null,
  search_text text not null,
  primary key (business_id, mode, name)
);
create virtual table package_names_search using fts5 (
  search_text, content = 'package_names', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger package_names_search_insert after insert on package_names begin
  insert into package_names_search (rowid, search_text) values (new.rowid, new.search_text);
end;
insert into package_names (business_id, mode, name, search_text)
  select business_id, mode, customer_name, min(substr(search_text, 1, length(search_text) - length(parcel_number) - 1))
  from packages group by business_id, mode, customer_name;
create trigger package_names_insert after insert on packages begin
  insert into package_names (business_id, mode, name, search_text) values (new.business_id, new.mode, new.customer_name,
    substr(new.search_text, 1, length(new.search_text) - length(new.parcel_number) - 1)) on conflict do nothing;
end;
create trigger package_names_update after update of customer_name on packages begin
  insert into package_names (business_id, mode, name, search_text) values (new.business_id, new.mode, new.customer_name,
    substr(new.search_text, 1, length(new.search_text) - length(new.parcel_number) - 1)) on conflict do nothing;
end;
create index ix_packages_name on packages (business_id, mode, customer_name);

-- What is left to search the packages themselves for: their numbers, which never change.
drop trigger packages_search_insert;
drop trigger packages_search_update;
drop trigger packages_search_delete;
drop table packages_search;
create virtual table package_numbers_search using fts5 (
  parcel_number, content = 'packages', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger package_numbers_search_insert after insert on packages begin
  insert into package_numbers_search (rowid, parcel_number) values (new.rowid, new.parcel_number);
end;
create trigger package_numbers_search_delete after delete on packages begin
  insert into package_numbers_search (package_numbers_search, rowid, parcel_number) values ('delete', old.rowid, old.parcel_number);
end;
insert into package_numbers_search (package_numbers_search) values ('rebuild');
-- Each word would otherwise be looked for in some twenty parts of the index.
insert into package_numbers_search (package_numbers_search) values ('optimize');
