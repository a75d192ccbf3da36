-- The site of each record. Null: the oldest site, as for everything of before there were sites.
alter table places add column site_id text;
drop index uq_places_code;
create unique index uq_places_code on places (mode, code, (coalesce(site_id, '')));
alter table packages add column site_id text;
create index ix_packages_site on packages (site_id) where site_id is not null and status = 'warehouse';
alter table receipts add column site_id text;
alter table unidentified_parcels add column site_id text;
-- JSON: the sites of a member of staff. Null: all.
alter table staff add column site_ids text;
