-- Accountants and cashiers: servers of the version before see them as support, which only reads.
alter table staff add column duty text check (duty in ('accountant', 'cashier'));
alter table access_tokens add column duty text check (duty in ('accountant', 'cashier'));
alter table staff_invitations add column duty text check (duty in ('accountant', 'cashier'));

-- At most one row: whether the warehouse sees money.
create table money_rules (
  id text primary key check (id = 'rules'),
  warehouse_sees_since bigint,
  created_at bigint not null
);

-- A row if the store had staff before there were rules: until rules are set, its warehouse sees money as it did.
create table rules_of_before (
  id text primary key check (id = 'warehouse')
);
insert into rules_of_before (id) select 'warehouse' where exists (select 1 from staff);

-- Null: none. The column that it replaces was never part of a release.
alter table operator drop column states_none;
alter table operator add column without_details text;
