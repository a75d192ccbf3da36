-- Staff find people however their names are written: these indexes know no diacritics. What is folded is in lower case already.
create function fold_text("text") returns "text" language sql immutable strict parallel safe
  as $$ select regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g') $$;
do $$
begin
  create extension if not exists pg_trgm;
  create index ix_package_names_folded on package_names using gin (fold_text(search_text) gin_trgm_ops) with (fastupdate = off);
  create index ix_customers_folded on customers using gin (fold_text(search_text) gin_trgm_ops) with (fastupdate = off);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;
