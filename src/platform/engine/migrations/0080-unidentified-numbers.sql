-- The courier number of an unidentified parcel in the spelling by which numbers are matched, so that a scan finds it in the queue.
alter table unidentified_parcels add column number_key text;
update unidentified_parcels set number_key = upper(replace(replace(courier_number, ' ', ''), '-', '')) where courier_number is not null;
create index ix_unidentified_parcels_number on unidentified_parcels (mode, number_key)
  where number_key is not null and assigned_at is null and discarded_at is null;
