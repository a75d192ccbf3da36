-- The operator's list of quotes, newest first, with the text in which staff search: it is compared without reading the quotes. The text never
-- changes, and new quotes are at the end of the index, so a quote writes as many pages as before.
create index ix_quotes_search on quotes (mode, created_at, id, search_text);
drop index ix_quotes_operator_newest;
