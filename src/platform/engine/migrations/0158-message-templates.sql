-- Texts of messages that staff wrote. Version 0 of every template is part of Waybill and has no row.
create table message_templates (
  -- The purpose and the channel, such as on_hold.email.
  id text primary key,
  purpose text not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  version_in_use bigint not null,
  created_at bigint not null
);

-- Texts are never changed: a correction is a new version.
create table message_template_versions (
  id text not null references message_templates (id),
  version bigint not null,
  -- JSON: the texts of all languages.
  texts text not null,
  created_at bigint not null,
  created_by text not null,
  primary key (id, version)
);
