-- A card that recharges itself from its owner's wallet when less than `threshold_minor` is free on it; USD minor units.
create table auto_recharges (
  card_id         uuid primary key references cards,
  user_id         uuid not null references users,
  is_on           boolean not null,
  threshold_minor bigint not null check (threshold_minor > 0),
  -- `amount`: that much each time; `upTo`: as much as brings the card to it.
  by              text not null check (by in ('amount', 'upTo')),
  amount_minor    bigint not null check (amount_minor > 0),
  day_max_minor   bigint not null check (day_max_minor > 0),
  month_max_minor bigint not null check (month_max_minor >= day_max_minor),
  -- Why the last one did not happen, told to the customer once; null since one has.
  paused_by       text check (paused_by in ('wallet', 'cap')),
  updated_at      timestamptz not null default now(),
  check (by = 'amount' or amount_minor > threshold_minor)
);

-- What an automatic one was caused by: the key says that nothing causes two.
alter table recharges add column auto_cause text;
create unique index recharges_auto_once on recharges (card_id, auto_cause) where auto_cause is not null;
create index recharges_auto on recharges (card_id, created_at) where auto_cause is not null;
