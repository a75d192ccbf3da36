-- The charges that an override covers, as a JSON array of tokens; null of those of before, which cover what was charged until then.
alter table release_overrides add column charge_ids text;
