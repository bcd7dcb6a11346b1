-- Which messages also come by mail and Telegram, by category, and when they wait. Without a row the defaults hold.
create table message_settings (
  user_id             uuid primary key references users,
  mail                text[] not null,
  telegram            text[] not null,
  -- Minutes of the customer's day, in their own time zone: from the first until before the second.
  quiet_from          smallint check (quiet_from between 0 and 1439),
  quiet_until         smallint check (quiet_until between 0 and 1439),
  -- The Telegram user that our bot may not write to; copies stop until the customer asks for them again.
  telegram_blocked_id bigint,
  check (mail <@ '{system,balance,verify,feedback}' and telegram <@ '{system,balance,verify,feedback}'),
  check ((quiet_from is null) = (quiet_until is null))
);

-- A coin that came to a card's own address. It is in the wallet and free; with the customer's yes it becomes USDT and goes
-- to the card, once.
create table card_arrivals (
  message_id   uuid primary key references messages,
  user_id      uuid not null references users,
  card_id      uuid not null references cards,
  currency     text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The row of bills that tells how it came.
  bill_id      uuid not null,
  confirmed_at timestamptz
);
