-- How many days after its last free day a package in the warehouse counts as abandoned. Null: the default.
alter table operator add column abandoned_after_days bigint;
