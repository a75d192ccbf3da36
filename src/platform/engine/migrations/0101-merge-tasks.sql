-- Merges of customers, and undone ones, whose work is not finished: it is done in short transactions, and goes on after a crash.
create table customer_merge_tasks (
  business_id text not null,
  mode text not null,
  -- The token of the merge.
  id text not null,
  -- 'merge' or 'undo'.
  kind text not null,
  kept_id text not null,
  merged_id text not null,
  -- What the merged customer was before the merge.
  status_before text not null,
  actor text not null,
  request_id text not null,
  started_at bigint not null,
  -- When a slice was last done, by the clock of queues: another worker takes over what nobody works on.
  worked_at bigint not null,
  -- Of an undo, once it is finished: what was not given back, as a JSON array of tokens.
  left_ids text,
  primary key (business_id, mode, id)
);

-- The slices of a task. Those of a merge say what was moved, those of an undo what is to be given back, and then what was not.
create table customer_merge_slices (
  business_id text not null,
  mode text not null,
  merge_id text not null,
  number bigint not null,
  -- JSON; null in a merge.
  todo text,
  -- JSON; null until the slice is done.
  done text,
  primary key (business_id, mode, merge_id, number)
);
