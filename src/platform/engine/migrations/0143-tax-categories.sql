-- The category of tax, and the reason why nothing is charged. Null in older rows: standard above zero percent, else zero-rated.
alter table tax_rates add column category text check (category in ('standard', 'zero', 'exempt', 'outside'));
alter table tax_rates add column reason text;
alter table charges add column tax_category text check (tax_category in ('standard', 'zero', 'exempt', 'outside'));
alter table charges add column tax_reason text;
-- The direction of trade by which the charge was taxed, and whose account has its tax. Null for no direction, and in older rows.
alter table charges add column direction text check (direction in ('import', 'export'));

-- For the tax report: the papers of a range of days.
create index ix_invoices_issue_date on invoices (mode, issue_date) where number is not null;
create index ix_credit_notes_issue_date on credit_notes (mode, issue_date);
