-- The reference of a payment without case and spaces: a payer has it once per method. Of older payments that differ only in these, the
-- first keeps it.
alter table payments add column reference_key text;
update payments set reference_key = upper(replace(reference, ' ', ''))
  where id in (
    select id from (
      select id, row_number() over (
        partition by business_id, mode, coalesce(payer_id, ''), method, upper(replace(reference, ' ', '')) order by created_at, id) as place
      from payments where reference is not null and reversed_at is null) as placed
    where place = 1);
drop index uq_payments_taken;
drop index uq_payments_played;
create unique index uq_payments_reference_key on payments (business_id, mode, coalesce(payer_id, ''), method, reference_key)
  where reference_key is not null and reversed_at is null;
