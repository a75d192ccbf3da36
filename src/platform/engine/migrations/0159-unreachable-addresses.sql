-- Addresses of which a provider said that nobody can be reached there. They get no more messages until one arrives.
create table message_unreachable (
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address text not null,
  reason text not null,
  message_id text not null,
  failed_at bigint not null,
  primary key (channel, address)
);
