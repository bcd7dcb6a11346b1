-- Deposit addresses: child `derivation` of the extended public key; the wallet's or one card's.
create table deposit_addresses (
  address       text primary key,
  network       text not null,
  derivation    integer not null,
  user_id       uuid not null references users,
  card_id       uuid,
  created_at    timestamptz not null,
  unique (network, derivation)
);
create unique index deposit_addresses_wallet on deposit_addresses (network, user_id) where card_id is null;
create unique index deposit_addresses_card on deposit_addresses (network, card_id) where card_id is not null;
create sequence deposit_derivations as integer minvalue 0 start 0;

-- How far the reader has come on a network. Its lock makes readers take turns; it moves in the same commit as what was
-- read. `stopped` says why the reader waits for a person.
create table chain_cursors (
  network text primary key,
  height  bigint not null check (height >= 0),
  hash    text not null,
  stopped text
);

-- Blocks the reader has taken in; kept long enough to see a reorganisation. The lowest one, where reading began, stays.
create table chain_blocks (
  network text not null,
  height  bigint not null,
  hash    text not null,
  primary key (network, height)
);

-- A transfer on chain to one of our addresses, by transaction and place among its logs (-1 for the native coin).
-- `amount_raw` is in the chain's own smallest unit; `dust` is the part of it that the books cannot hold.
create table deposits (
  id           uuid primary key,
  network      text not null,
  tx_hash      text not null,
  log_index    integer not null,
  address      text not null references deposit_addresses,
  user_id      uuid not null references users,
  card_id      uuid,
  currency     text not null,
  amount_raw   numeric(78, 0) not null check (amount_raw > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  dust         numeric(78, 0) not null default 0 check (dust >= 0),
  block_height bigint not null,
  block_hash   text not null,
  confirms     integer not null default 0,
  status       text not null check (status in ('seen', 'confirming', 'credited', 'below_min', 'held', 'orphaned')),
  transfer_id  uuid unique,
  bill_id      uuid,
  seen_at      timestamptz not null,
  credited_at  timestamptz,
  -- When the block of a credited deposit was lost; null again when the deposit is found in another block.
  lost_at      timestamptz,
  unique (network, tx_hash, log_index),
  check ((status = 'credited') = (transfer_id is not null)),
  check (lost_at is null or status = 'credited')
);
create index deposits_open on deposits (network, block_height) where status in ('seen', 'confirming');
create index deposits_below_min on deposits (address, currency) where status = 'below_min';
create index deposits_by_block on deposits (network, block_height);
create index deposits_by_address on deposits (address, id desc);
create index deposits_incoming on deposits (user_id) where status in ('seen', 'confirming', 'below_min');

-- Something on chain or between us and it that a person must look at. An alarm with a subject is raised once.
create table alarms (
  id         uuid primary key,
  kind       text not null,
  subject    text,
  detail     jsonb not null,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index alarms_open on alarms (kind, subject) where settled_at is null;
