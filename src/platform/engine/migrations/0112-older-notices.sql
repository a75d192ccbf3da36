-- Notices of a package beyond those that it shows: a record that nothing reads again.
create table older_notices (
  business_id text not null,
  mode text not null,
  id text not null,
  package_id text not null,
  level text not null,
  body text not null,
  created_at bigint not null,
  deactivated_at bigint,
  primary key (business_id, mode, id),
  foreign key (business_id, mode, package_id) references packages (business_id, mode, id)
);
