-- Which messages are also shown by browsers whose customers asked for it (Web Push).
alter table message_settings
  add column push text[] not null default '{system,balance,verify,feedback}',
  add check (push <@ '{system,balance,verify,feedback}');

-- A browser that shows copies of messages, as long as the session lives in which its customer asked for it. The push service at
-- the endpoint cannot read them: they are for whoever has the private part of p256dh, and auth, which never leave that browser.
create table push_subscriptions (
  id          uuid primary key,
  user_id     uuid not null references users,
  session_id  uuid not null unique references sessions on delete cascade,
  endpoint    text not null unique check (length(endpoint) <= 1500),
  p256dh      text not null,
  auth        text not null,
  -- Whether amounts may be read on a locked screen.
  has_amounts boolean not null,
  created_at  timestamptz not null default now()
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
