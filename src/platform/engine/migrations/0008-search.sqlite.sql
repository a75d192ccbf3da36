-- Substring search by trigrams: which rows hold each run of three characters. Columns are lower-cased already, so case is kept.
-- It refers to rows by number and repeats no text; `insert into packages_search (packages_search) values ('rebuild')` makes it anew.

create virtual table packages_search using fts5 (
  search_text, content = 'packages', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger packages_search_insert after insert on packages begin
  insert into packages_search (rowid, search_text) values (new.rowid, new.search_text);
end;
create trigger packages_search_update after update of search_text on packages begin
  insert into packages_search (packages_search, rowid, search_text) values ('delete', old.rowid, old.search_text);
  insert into packages_search (rowid, search_text) values (new.rowid, new.search_text);
end;
create trigger packages_search_delete after delete on packages begin
  insert into packages_search (packages_search, rowid, search_text) values ('delete', old.rowid, old.search_text);
end;
insert into packages_search (packages_search) values ('rebuild');

create virtual table customers_search using fts5 (
  search_text, content = 'customers', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger customers_search_insert after insert on customers begin
  insert into customers_search (rowid, search_text) values (new.rowid, new.search_text);
end;
create trigger customers_search_update after update of search_text on customers begin
  insert into customers_search (customers_search, rowid, search_text) values ('delete', old.rowid, old.search_text);
  insert into customers_search (rowid, search_text) values (new.rowid, new.search_text);
end;
create trigger customers_search_delete after delete on customers begin
  insert into customers_search (customers_search, rowid, search_text) values ('delete', old.rowid, old.search_text);
end;
insert into customers_search (customers_search) values ('rebuild');

-- Pages of customers say how many there are.
create index ix_customers_status on customers (business_id, mode, status, created_at desc, id desc);

-- The oldest customer with a mobile or an email: with the whole order in the index, SQLite does not read all customers for it.
drop index ix_customers_mobile;
create index ix_customers_mobile on customers (business_id, mode, mobile_key, created_at, id);
drop index ix_customers_email;
create index ix_customers_email on customers (business_id, mode, email_key, created_at, id);
