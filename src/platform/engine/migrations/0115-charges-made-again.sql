-- The amount of storage in the currency of its terms, and the charge that one made again repeats.
alter table charges add column original_amount text;
alter table charges add column again_of text;
