-- What a person refunded, credited and wrote off for a payer on one day without a second person: the sum of the last such day.
create table money_act_sums (
  business_id text not null,
  mode text not null,
  -- Empty for the business itself.
  payer_id text not null,
  staff_id text not null,
  day text not null,
  kobo bigint not null,
  primary key (business_id, mode, payer_id, staff_id)
);
