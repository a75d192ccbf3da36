-- When a package was put in its place, or taken out of it, on the clock of its business: the trail has the real time only.
alter table packages add column place_changed_at bigint;
