-- Staff find people however their names are written: these indexes know neither case nor diacritics. What they find is still compared.
create virtual table package_names_folded using fts5 (
  search_text, content = 'package_names', columnsize = 0, detail = none, tokenize = 'trigram remove_diacritics 1');
create trigger package_names_folded_search_insert after insert on package_names begin
  insert into package_names_folded (rowid, search_text) values (new.rowid, new.search_text);
end;
insert into package_names_folded (package_names_folded) values ('rebuild');

create virtual table customers_folded using fts5 (
  search_text, content = 'customers', columnsize = 0, detail = none, tokenize = 'trigram remove_diacritics 1');
create trigger customers_folded_search_insert after insert on customers begin
  insert into customers_folded (rowid, search_text) values (new.rowid, new.search_text);
end;
create trigger customers_folded_search_update after update of search_text on customers begin
  insert into customers_folded (customers_folded, rowid, search_text) values ('delete', old.rowid, old.search_text);
  insert into customers_folded (rowid, search_text) values (new.rowid, new.search_text);
end;
create trigger customers_folded_search_delete after delete on customers begin
  insert into customers_folded (customers_folded, rowid, search_text) values ('delete', old.rowid, old.search_text);
end;
insert into customers_folded (customers_folded) values ('rebuild');
