-- What is missing at a deposit address that nobody of us has moved, as two operators have booked it.
create table address_losses (
  id           uuid primary key,
  network      text not null,
  address      text not null references deposit_addresses,
  currency     text not null,
  -- In the chain's own unit, and what of it was in the books.
  amount_raw   numeric(78, 0) not null check (amount_raw > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  -- The block in which what is left was counted.
  block_height bigint not null,
  transfer_id  uuid unique references transfers,
  created_at   timestamptz not null default now(),
  check ((amount_minor > 0) = (transfer_id is not null))
);
create index address_losses_by_address on address_losses (address);
create trigger kept before update or delete or truncate on address_losses execute function refuse_change();
create trigger marked after insert on address_losses for each row execute function mark_for_sweep();

-- Nonces of a deposit address that such a payment has used: the next one is ours again.
create table strange_nonces (
  address text not null references deposit_addresses,
  nonce   bigint not null check (nonce >= 0),
  tx_hash text not null,
  primary key (address, nonce)
);
