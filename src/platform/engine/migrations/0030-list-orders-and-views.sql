-- Lists by arrival, and of shipments by the times they leave and land. What has no such time comes as the earliest.
drop index ix_packages_arrived;
create index ix_packages_arrived on packages (mode, warehouse_arrived_at, id) where warehouse_arrived_at is not null;
create index ix_packages_business_arrived on packages (business_id, mode, warehouse_arrived_at, id) where warehouse_arrived_at is not null;
create index ix_shipments_etd on shipments (mode, (coalesce(etd, 0)), id) where kind = 'consolidation';
create index ix_shipments_eta on shipments (mode, (coalesce(eta, 0)), id) where kind = 'consolidation';

-- The ways in which a member of staff looks at a list, by the name that person gave them.
create table saved_views (
  id text primary key,
  staff_id text not null references staff (id),
  -- The path of the list in the console, and what follows the question mark.
  page text not null,
  name text not null,
  query text not null,
  created_at bigint not null
);
create unique index uq_saved_views_name on saved_views (staff_id, page, name);
