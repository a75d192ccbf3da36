-- An unidentified parcel is of one mode, like what it will become. Those that were assigned are of the mode of their package.
alter table unidentified_parcels add column mode text not null default 'live' check (mode in ('test', 'live'));
update unidentified_parcels set mode = 'test'
  where package_id in (select id from packages where mode = 'test');
drop index ix_unidentified_parcels_open;
drop index ix_unidentified_parcels_newest;
create index ix_unidentified_parcels_open on unidentified_parcels (mode, created_at desc, id desc) where assigned_at is null and discarded_at is null;
create index ix_unidentified_parcels_newest on unidentified_parcels (mode, created_at desc, id desc);
