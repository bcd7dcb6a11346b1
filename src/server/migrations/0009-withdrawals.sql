-- Addresses a customer may withdraw to, each from `usable_at` on. A removed one stays as a row: saved again it waits
-- again, and addresses that look like it are pointed out. Waits are told by the database's clock.
create table saved_addresses (
  id           uuid primary key,
  user_id      uuid not null references users,
  network      text not null,
  address      text not null,
  label        text not null,
  created_at   timestamptz not null default now(),
  usable_at    timestamptz not null check (usable_at >= created_at),
  last_used_at timestamptz,
  removed_at   timestamptz
);
create unique index saved_addresses_live on saved_addresses (user_id, network, address) where removed_at is null;
create index saved_addresses_by_user on saved_addresses (user_id);

-- Wallet → chain. What leaves the wallet is reserved under one hold until the chain has proved the payment done or dead.
-- A nonce is given once: what was signed with it is paid with it or not at all.
create table withdrawals (
  id            uuid primary key,
  user_id       uuid not null references users,
  network       text not null,
  currency      text not null,
  address       text not null,
  label         text not null,
  amount_minor  bigint not null,
  fee_minor     bigint not null check (fee_minor > 0),
  receive_minor bigint not null check (receive_minor > 0),
  hold_id       uuid not null unique references holds,
  bill_id       uuid not null unique references bills,
  fee_bill_id   uuid not null unique references bills,
  status        text not null
    check (status in ('review', 'queued', 'sent', 'confirming', 'done', 'failed', 'cancelled', 'held')),
  -- Why it failed or is held, as a key for words; `note` is what an operator wrote to the customer.
  reason        text,
  note          text,
  -- An operator has let it go on although withdrawals of this customer are held.
  is_cleared    boolean not null default false,
  send_at       timestamptz not null,
  nonce         bigint check (nonce >= 0),
  tx_hash       text,
  block_height  bigint,
  block_hash    text,
  confirms      integer not null default 0 check (confirms >= 0),
  -- What the payment cost us, in the native coin's smallest unit.
  gas_raw       numeric(78, 0) check (gas_raw >= 0),
  transfer_id   uuid unique references transfers,
  created_at    timestamptz not null default now(),
  sent_at       timestamptz,
  -- Since when the chain says that it can no longer be paid.
  dead_at       timestamptz,
  ended_at      timestamptz,
  unique (network, nonce),
  unique (id, nonce),
  check (amount_minor = receive_minor + fee_minor),
  check ((nonce is null) = (tx_hash is null) and (nonce is null) = (sent_at is null)),
  check (status not in ('review', 'queued', 'cancelled', 'held') or nonce is null),
  check (status not in ('sent', 'confirming', 'done') or nonce is not null),
  check ((status in ('confirming', 'done')) <= (block_height is not null)),
  check ((block_height is null) = (block_hash is null)),
  check (status <> 'sent' or (block_height is null and confirms = 0)),
  check ((status = 'done') = (transfer_id is not null)),
  check ((status in ('done', 'failed', 'cancelled')) = (ended_at is not null)),
  check (status not in ('failed', 'held') or reason is not null)
);
create index withdrawals_by_user on withdrawals (user_id, id desc);
create index withdrawals_spent on withdrawals (user_id, currency, created_at) where status not in ('failed', 'cancelled');
create index withdrawals_queue on withdrawals (network, currency, created_at, id) where status = 'queued';
create index withdrawals_under_way on withdrawals (network, nonce) where status in ('sent', 'confirming');

-- What is promised to a customer stays, what has ended has ended, and what was signed is not signed with another nonce.
create trigger promised before update on withdrawals for each row
  when (row (new.id, new.user_id, new.network, new.currency, new.address, new.amount_minor, new.fee_minor, new.hold_id)
      is distinct from row (old.id, old.user_id, old.network, old.currency, old.address, old.amount_minor, old.fee_minor,
        old.hold_id)
    or (old.nonce is not null and new.nonce is distinct from old.nonce)
    or (old.ended_at is not null and new.status <> old.status)) execute function refuse_change();

-- The signed bytes of each attempt to pay, written before anybody is handed them. All attempts of a withdrawal carry its
-- nonce, so that the chain takes one of them at most.
create table withdrawal_attempts (
  withdrawal_id    uuid not null,
  number           integer not null check (number > 0),
  nonce            bigint not null,
  tx_hash          text not null unique,
  raw              text not null,
  max_fee_raw      numeric(78, 0) not null check (max_fee_raw > 0),
  max_priority_raw numeric(78, 0) not null check (max_priority_raw >= 0),
  -- The most it can cost, in the native coin's smallest unit.
  cost_raw         numeric(78, 0) not null check (cost_raw >= 0),
  created_at       timestamptz not null default now(),
  -- When the network was handed it last, and what it said.
  broadcast_at     timestamptz,
  answer           text check (answer in ('taken', 'refused', 'unknown')),
  primary key (withdrawal_id, number),
  foreign key (withdrawal_id, nonce) references withdrawals (id, nonce)
);
create trigger signed before update on withdrawal_attempts for each row
  when (row (new.withdrawal_id, new.number, new.nonce, new.tx_hash, new.raw)
    is distinct from row (old.withdrawal_id, old.number, old.nonce, old.tx_hash, old.raw)) execute function refuse_change();

-- Two different operators let a withdrawal go: above the threshold at `review`, and out of `held`.
create table withdrawal_approvals (
  withdrawal_id uuid not null references withdrawals,
  stage         text not null check (stage in ('review', 'held')),
  operator      text not null,
  created_at    timestamptz not null default now(),
  primary key (withdrawal_id, stage, operator)
);

-- The next nonce of our hot wallet on a network. Its lock makes signers take turns.
create table chain_nonces (
  network    text primary key,
  next_nonce bigint not null check (next_nonce >= 0)
);
