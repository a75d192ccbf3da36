-- Lines of bank statements that were imported as payments: each once.

create table bank_lines (
  id text primary key,
  mode text not null,
  line_key text not null,
  date text not null,
  amount_kobo bigint not null,
  reference text,
  description text not null,
  business_id text not null,
  payment_id text not null,
  created_by text not null,
  created_at bigint not null
);
create unique index uq_bank_lines_line_key on bank_lines (mode, line_key);
