-- True when a customer chose their time zone: the app then tells times by it, wherever the phone is.
alter table users add column is_timezone_fixed boolean not null default false;

-- What operators turned on or off: a param by its group and key. What has no row is as it was built.
create table switches (
  name   text primary key check (name in ('tab.inviteEnable')),
  is_on  boolean not null,
  set_by text not null,
  set_at timestamptz not null default now()
);

-- Since when Telegram is bound; null too for who bound it before this was written down.
alter table users add column telegram_bound_at timestamptz;
