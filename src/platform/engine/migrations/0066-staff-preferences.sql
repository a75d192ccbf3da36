-- What a member of staff has chosen for the console.

create table staff_preferences (
  staff_id text primary key references staff (id),
  language text not null check (language in ('en', 'zh-CN'))
);
