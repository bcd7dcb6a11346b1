-- Under which fund PIN a passkey may confirm payments: a digest of its hash. With another PIN it may no more.
alter table passkeys add column pays_under text;

-- What stands for the fund PIN once, for a minute, in one session; only its hash is kept. Used, it is good again for the very
-- same decision, which is carried out once.
create table pin_passes (
  hash       text primary key,
  user_id    uuid not null references users,
  session_id uuid not null references sessions on delete cascade,
  pays_under text not null,
  used_for   text,
  expires_at timestamptz not null
);
create index pin_passes_by_user on pin_passes (user_id);
create index pin_passes_by_end on pin_passes (expires_at);
