-- Payments between the deposit addresses and our hot wallet: `sweep` moves what was credited from an address to the wallet,
-- `gas` gives an address ether for the fee of its sweep. A nonce is given once: the address's own, or one of the wallet's.
create table sweeps (
  id           uuid primary key,
  network      text not null,
  kind         text not null check (kind in ('sweep', 'gas')),
  address      text not null references deposit_addresses,
  currency     text not null,
  -- Zero where a transaction that is in no books was found to have moved nothing.
  amount_minor bigint not null check (amount_minor >= 0),
  to_address   text not null,
  nonce        bigint not null check (nonce >= 0),
  status       text not null check (status in ('sent', 'done', 'failed')),
  tx_hash      text not null,
  -- The block that it is in, or that what took its place is in; null while there is none.
  block_height bigint,
  block_hash   text,
  -- What it cost us, in the native coin's smallest unit, and in minor units rounded up, as it is booked.
  fee_raw      numeric(78, 0) check (fee_raw >= 0),
  fee_minor    bigint check (fee_minor >= 0),
  transfer_id  uuid unique references transfers,
  -- How often it has ended: a block that was final may be lost.
  endings      integer not null default 0 check (endings >= 0),
  created_at   timestamptz not null default now(),
  ended_at     timestamptz,
  unique (id, nonce),
  check ((block_height is null) = (block_hash is null)),
  check ((status = 'sent') = (ended_at is null)),
  check (status = 'sent' or block_height is not null),
  check ((fee_raw is null) = (fee_minor is null)),
  check (status <> 'sent' or fee_raw is null),
  check (status <> 'done' or fee_raw is not null),
  check ((coalesce(fee_minor, 0) > 0) = (transfer_id is not null))
);
create unique index sweeps_of_address on sweeps (address, nonce) where kind = 'sweep';
create unique index sweeps_of_wallet on sweeps (network, nonce) where kind = 'gas';
create index sweeps_by_address on sweeps (address);
create index sweeps_under_way on sweeps (network, nonce) where status = 'sent';
create index sweeps_by_block on sweeps (network, block_height);

create trigger promised before update on sweeps for each row
  when (row (new.id, new.network, new.kind, new.address, new.currency, new.amount_minor, new.to_address, new.nonce)
    is distinct from row (old.id, old.network, old.kind, old.address, old.currency, old.amount_minor, old.to_address,
      old.nonce)) execute function refuse_change();

-- The signed bytes of each attempt, written before anybody is handed them; as of withdrawals.
create table sweep_attempts (
  sweep_id         uuid not null,
  number           integer not null check (number > 0),
  nonce            bigint not null,
  tx_hash          text not null unique,
  raw              text not null,
  max_fee_raw      numeric(78, 0) not null check (max_fee_raw > 0),
  max_priority_raw numeric(78, 0) not null check (max_priority_raw >= 0),
  cost_raw         numeric(78, 0) not null check (cost_raw >= 0),
  created_at       timestamptz not null default now(),
  broadcast_at     timestamptz,
  answer           text check (answer in ('taken', 'refused', 'unknown')),
  primary key (sweep_id, number),
  foreign key (sweep_id, nonce) references sweeps (id, nonce)
);
create trigger signed before update on sweep_attempts for each row
  when (row (new.sweep_id, new.number, new.nonce, new.tx_hash, new.raw)
    is distinct from row (old.sweep_id, old.number, old.nonce, old.tx_hash, old.raw)) execute function refuse_change();

-- Networks on which an operator has sweeping wait: no more is signed, what was signed goes its way.
create table sweep_pauses (
  network    text primary key,
  paused_by  text not null,
  created_at timestamptz not null default now()
);
