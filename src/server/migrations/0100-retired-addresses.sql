-- A deposit address that somebody else has paid from is given out no more: its owner has another one, and what still comes
-- to it is theirs as before.
alter table deposit_addresses add column retired_at timestamptz;
drop index deposit_addresses_wallet;
drop index deposit_addresses_card;
create unique index deposit_addresses_wallet on deposit_addresses (network, user_id)
  where card_id is null and retired_at is null;
create unique index deposit_addresses_card on deposit_addresses (network, card_id)
  where card_id is not null and retired_at is null;
create index deposit_addresses_by_owner on deposit_addresses (user_id, network, card_id);

update deposit_addresses a set retired_at = now()
where exists (select from address_losses l where l.address = a.address)
  or exists (select from alarms where kind = 'sweep_unknown' and subject = a.address and settled_at is null);
