-- What the yardstick writes: the same rows as the ledger, without its rules but for the balance and the key.
create schema raw;
create table raw.accounts (
  id      integer primary key,
  balance bigint not null check (balance >= 0)
) with (fillfactor = 60);
create table raw.transfers (
  id              uuid primary key default gen_random_uuid(),
  idempotency_key text not null unique,
  request_hash    bytea not null,
  reason          text not null,
  created_at      timestamptz not null default now()
);
create table raw.entries (
  transfer_id  uuid not null references raw.transfers,
  account_id   integer not null references raw.accounts,
  amount_minor bigint not null,
  primary key (transfer_id, account_id)
);
create index on raw.entries (account_id);
-- Account 0 is the one that takes every fee.
insert into raw.accounts select id, 1000000000000 from generate_series(0, 2000) as id;
