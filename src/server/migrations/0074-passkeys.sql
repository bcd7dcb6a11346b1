-- A passkey: a key that a customer's device keeps, and signs with once it knows its owner. Its secret half never leaves it.
create table passkeys (
  id            uuid primary key,
  user_id       uuid not null references users,
  credential_id text not null unique,
  public_key    bytea not null,
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  is_synced     boolean not null,
  name          text,
  device        text not null,
  created_at    timestamptz not null,
  used_at       timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- Challenges that were signed: each is good once. They are not kept before: whoever brings one back brings its digest along.
create table used_challenges (
  hash       text primary key,
  expires_at timestamptz not null
);
create index used_challenges_by_end on used_challenges (expires_at);
