-- The second factor of a customer: a secret that their authenticator shares with us, sealed with a key that is not here.
create table second_factors (
  user_id      uuid primary key references users,
  secret       bytea not null,
  started_at   timestamptz not null default now(),
  -- Null until a code has shown that the authenticator has it: before that it is asked for nowhere.
  confirmed_at timestamptz,
  -- The time step (RFC 6238) of the newest code that counted. It and all before it count no more.
  last_step    bigint,
  check (confirmed_at is null or last_step is not null)
);

-- What opens in place of a code when the authenticator is lost, each once: keyed digests, the key is not here.
create table recovery_codes (
  user_id   uuid not null references second_factors on delete cascade,
  code_hash text not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

-- When a code of the second factor was last given on a device; null where none was since it is on.
alter table known_devices add column proved_at timestamptz;
