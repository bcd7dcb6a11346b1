-- True when a customer chose their time zone: the app then tells times by it, wherever the phone is.
alter table users add column is_timezone_fixed boolean not null default false;
