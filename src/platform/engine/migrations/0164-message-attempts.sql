-- Why somebody took the message off the list of those that need a person, and the text that searches compare.
alter table messages add column dismissed_reason text;
alter table messages add column search_text text;

-- Each call of a provider, with its answer.
create table message_attempts (
  message_id text not null references messages (id),
  number bigint not null,
  provider text,
  attempted_at bigint not null,
  outcome text not null check (outcome in ('sent', 'refused', 'unknown')),
  answer text,
  primary key (message_id, number)
);
