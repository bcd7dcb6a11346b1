-- What was promised to whom: an amount of a coin becomes so much USDT, until it expires, once.
create table quotes (
  id             uuid primary key,
  user_id        uuid not null references users,
  currency       text not null,
  amount_minor   bigint not null check (amount_minor > 0),
  -- In USDT, as the rest of the promise.
  receive_minor  bigint not null check (receive_minor > 0),
  fee_minor      bigint not null check (fee_minor >= 0),
  rate           text not null,
  reference_rate text not null,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  used_at        timestamptz
);
create index quotes_unused on quotes (expires_at) where used_at is null;
