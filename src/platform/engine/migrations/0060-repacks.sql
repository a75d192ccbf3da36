-- Packages that were repacked into one, or split: what became of what, by whom, and whether it was undone.

create table repacks (
  business_id text not null,
  mode text not null,
  id text not null,
  kind text not null check (kind in ('repack', 'split')),
  -- Tokens and numbers of the packages, as JSON.
  sources text not null,
  results text not null,
  note text,
  repacked_by text not null,
  repacked_at bigint not null,
  undone_by text,
  undone_at bigint,
  undo_reason text,
  primary key (business_id, mode, id)
);
create index ix_repacks_id on repacks (id);

alter table packages add column repacked_into text;
alter table packages add column repacked_from text;
-- The last day whose storage is owed by the packages that it was made of.
alter table packages add column storage_counted_until text;

-- Of a repack: before it or after it.
alter table photos add column moment text;
