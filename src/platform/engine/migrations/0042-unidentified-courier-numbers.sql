-- By the number of its courier an unidentified parcel is found when it is announced later.
alter table unidentified_parcels add column courier_number text;
