-- A person who signs in. The e-mail is stored in lower case: one person per address.
create table users (
  id                uuid primary key,
  email             text not null unique check (email = lower(email)),
  password_hash     text not null,
  nickname          text,
  lang              text not null check (lang in ('zh', 'en')),
  currency          text not null default 'USDT',
  timezone          text not null default 'Asia/Shanghai',
  is_balance_hidden boolean not null default false,
  pin_hash          text,
  refer_code        text not null unique,
  referred_by_id    uuid references users,
  telegram_id       bigint unique,
  telegram_name     text,
  hold_until        timestamptz,
  created_at        timestamptz not null
);

-- A sign-in on one device. A token is a keyed digest of its nonce, and only hashes of tokens are kept: neither the
-- database nor the key alone gives one. The previous token stays good until the new one is used.
create table sessions (
  id                  uuid primary key,
  user_id             uuid not null references users,
  token_nonce         text not null,
  token_hash          text not null unique,
  previous_token_hash text unique,
  rotated_at          timestamptz not null,
  token_used_at       timestamptz,
  device              text not null,
  ip                  text not null,
  created_at          timestamptz not null,
  expires_at          timestamptz not null,
  ended_at            timestamptz
);
create index sessions_by_user on sessions (user_id);

-- Tokens before the previous one: whoever shows one of them holds a copy, and the session ends.
create table spent_tokens (
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade
);
create index spent_tokens_by_session on spent_tokens (session_id);

-- The newest code for a purpose and address; a later one replaces it.
create table email_codes (
  email      text not null,
  purpose    text not null,
  code_hash  text not null,
  tries      integer not null default 0,
  sent_at    timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  primary key (email, purpose)
);

-- Counters of tries, consumed before anything is compared.
create table attempts (
  subject        text primary key,
  count          integer not null,
  window_ends_at timestamptz not null
);

create table sign_ins (
  id         uuid primary key,
  user_id    uuid not null references users,
  method     text not null,
  device     text not null,
  ip         text not null,
  is_success boolean not null,
  created_at timestamptz not null
);
create index sign_ins_by_user on sign_ins (user_id, id desc);

-- Telegram was unbound: twice in a calendar month (UTC) is the limit.
create table telegram_unbinds (
  id         uuid primary key,
  user_id    uuid not null references users,
  created_at timestamptz not null
);
create index telegram_unbinds_by_user on telegram_unbinds (user_id, created_at);

-- Launch data that has been used: good once for each purpose.
create table telegram_launches (
  hash       text not null,
  purpose    text not null,
  expires_at timestamptz not null,
  primary key (hash, purpose)
);
