-- Messages to customers, contacts of businesses, and staff. JSON: null sends nothing.
alter table businesses add column messages text;
alter table customers add column message_channel text;
alter table customers add column message_language text;
-- JSON: per channel, when and how the customer agreed.
alter table customers add column message_consents text;

create table messages (
  -- Null for messages to staff.
  business_id text references businesses (id),
  mode text not null check (mode in ('test', 'live')),
  id text primary key,
  version bigint not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'suppressed', 'unknown', 'withdrawn')),
  purpose text not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  recipient text not null check (recipient in ('customer', 'contact', 'staff')),
  address text not null,
  name text not null,
  language text not null,
  country text,
  customer_id text,
  package_id text,
  invoice_id text,
  payment_id text,
  -- JSON: the values of the template's variables; encrypted if they hold a link that signs in.
  facts text not null,
  gather_key text not null,
  part_of_id text,
  resend_of_id text,
  template_version bigint,
  subject text,
  text text,
  due_at bigint not null,
  useful_until bigint not null,
  attempts bigint not null,
  attempted_at bigint,
  provider text,
  provider_id text,
  cost_amount text,
  cost_currency text,
  reason text,
  created_at bigint not null,
  sent_at bigint,
  delivered_at bigint,
  dismissed_at bigint,
  dismissed_by text,
  -- While it is being sent: by which server, and until when that server may settle it.
  claim text,
  claimed_until bigint
);
create index ix_messages_due on messages (mode, due_at, id) where state = 'queued';
create index ix_messages_gather on messages (gather_key) where state = 'queued';
create index ix_messages_claimed on messages (claimed_until) where state = 'sending';
create index ix_messages_newest on messages (business_id, mode, created_at desc, id desc);
create index ix_messages_state on messages (business_id, mode, state, created_at desc, id desc);
create index ix_messages_customer on messages (business_id, mode, customer_id, created_at desc, id desc) where customer_id is not null;
create index ix_messages_package on messages (package_id, created_at desc, id desc) where package_id is not null;
create index ix_messages_invoice on messages (invoice_id, created_at desc, id desc) where invoice_id is not null;
create index ix_messages_payment on messages (payment_id) where payment_id is not null;
create index ix_messages_operator on messages (mode, created_at desc, id desc);
create index ix_messages_operator_state on messages (mode, state, created_at desc, id desc);
create index ix_messages_provider on messages (provider, provider_id) where provider_id is not null;
create index ix_messages_part on messages (part_of_id) where part_of_id is not null;
create index ix_messages_address on messages (channel, address, attempted_at) where attempted_at is not null;

-- Of several servers one at a time chooses messages to send: it locks this row.
create table message_turns (id text primary key, taken_at bigint not null);
insert into message_turns (id, taken_at) values ('sending', 0);

-- Addresses that asked for no more messages, with the last time and way in which they asked.
create table message_stops (
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address text not null,
  stopped_at bigint not null,
  how text not null,
  primary key (channel, address)
);
