-- A further kind of work in the background: the lines of a bank statement. The table is copied, because SQLite cannot change a check.
create table tasks_with_bank_lines (
  id text primary key,
  version bigint not null,
  kind text not null check (kind in ('month_end', 'opening_balances', 'announcements', 'bank_lines')),
  mode text not null,
  -- Null if the work is for all businesses.
  business_id text,
  -- Work with the same subject runs once at a time.
  subject text not null,
  -- JSON: the work to do. Emptied when it is done.
  input text not null,
  -- JSON: the columns of the file.
  header text not null,
  state text not null check (state in ('running', 'done', 'stopped')),
  done bigint not null,
  total bigint not null,
  -- The position from which the next step goes on.
  position bigint not null,
  -- Rows or businesses that failed.
  failed bigint not null,
  -- Why the work stopped.
  failure text,
  attempts bigint not null,
  started_by text not null,
  request_id text not null,
  created_at bigint not null,
  changed_at bigint not null,
  finished_at bigint,
  -- Until then, one server does the work.
  lease_until bigint not null
);
insert into tasks_with_bank_lines (id, version, kind, mode, business_id, subject, input, header, state, done, total, position, failed,
    failure, attempts, started_by, request_id, created_at, changed_at, finished_at, lease_until)
  select id, version, kind, mode, business_id, subject, input, header, state, done, total, position, failed,
    failure, attempts, started_by, request_id, created_at, changed_at, finished_at, lease_until
  from tasks;

-- Rows of a file, or businesses, that failed, and why. Copied with the table that it belongs to.
create table task_failures_with_bank_lines (
  task_id text not null references tasks_with_bank_lines (id) on delete cascade,
  position bigint not null,
  -- The column of the file, or the business.
  name text not null,
  message text not null,
  -- JSON: the cells of the row.
  cells text not null,
  seq bigint not null,
  primary key (task_id, seq)
);
insert into task_failures_with_bank_lines (task_id, position, name, message, cells, seq)
  select task_id, position, name, message, cells, seq from task_failures;
drop table task_failures;
drop table tasks;
alter table tasks_with_bank_lines rename to tasks;
alter table task_failures_with_bank_lines rename to task_failures;
create unique index uq_tasks_running on tasks (subject) where state = 'running';
create index ix_tasks_running on tasks (lease_until) where state = 'running';
create index ix_tasks_newest on tasks (mode, created_at desc, id desc);
create index ix_tasks_finished on tasks (finished_at) where finished_at is not null;
