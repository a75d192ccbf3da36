-- The unknown fields that a request was answered without.
alter table request_log add column ignored_fields text;
