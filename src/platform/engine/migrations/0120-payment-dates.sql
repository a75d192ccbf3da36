-- The day on which a payment was made, and its moment in the ledger. Null in older rows: those were made when they were recorded.
alter table payments add column paid_on text;
alter table payments add column paid_at bigint;

-- The last closed day of the books: one row at most. `closed_before` is the first moment that is open.
create table book_closing (
  id text primary key,
  closed_until text not null,
  closed_before bigint not null,
  closed_by text not null,
  closed_at bigint not null
);
