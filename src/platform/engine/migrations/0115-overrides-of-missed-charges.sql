-- A package may be released that owes only charges that could not be made: the amount may be zero.
alter table release_overrides rename column owed_kobo to positive_kobo;
alter table release_overrides add column owed_kobo bigint not null default 0 check (owed_kobo >= 0);
update release_overrides set owed_kobo = positive_kobo;
alter table release_overrides drop column positive_kobo;
