-- A transfer to one of our addresses of a token that we do not carry, whatever it calls itself: never credited, kept for
-- who asks. `amount_raw` is in the token's own smallest unit. `told_at`: the customer was told of this very one; anybody
-- can send such tokens, so they are told of each contract once and of few a day.
create table strays (
  id           uuid primary key,
  network      text not null,
  tx_hash      text not null,
  log_index    integer not null,
  token        text not null,
  address      text not null references deposit_addresses,
  user_id      uuid not null references users,
  amount_raw   numeric(78, 0) not null check (amount_raw > 0),
  block_height bigint not null,
  block_hash   text not null,
  seen_at      timestamptz not null,
  told_at      timestamptz,
  unique (network, tx_hash, log_index)
);
create index strays_told on strays (user_id) where told_at is not null;

-- The transfer that booked a lost deposit as our loss; null again when the deposit was found and that was booked back.
alter table deposits add column loss_transfer_id uuid unique;
alter table deposits add check (loss_transfer_id is null or lost_at is not null);
