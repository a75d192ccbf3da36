-- Details that the operator stated not to have, as a JSON array: tax_number, bank.
alter table operator add column states_none text not null default '[]';
