-- Who registers with Telegram has no login password until they set one.
alter table users alter column password_hash drop not null;
