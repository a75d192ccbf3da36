-- Colleagues who want a daily summary by email, and the last day that was summed up for each.
create table daily_summaries (
  staff_id text primary key references staff (id),
  last_date text,
  chosen_at bigint not null
);
