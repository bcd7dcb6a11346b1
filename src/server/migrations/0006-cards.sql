-- The customer's funding record at the issuer, made with the first card (decision D11).
create table budgets (
  user_id           uuid primary key references users,
  issuer_budget_id  text not null unique,
  created_at        timestamptz not null
);

-- The wish for a card, from hold to capture or release (decision D12).
create table card_orders (
  id             uuid primary key,
  user_id        uuid not null references users,
  card_type_id   text not null,
  nickname       text,
  -- As asked for at the time: every retry tells the issuer the same.
  cardholder     jsonb not null,
  open_fee_minor bigint not null,
  recharge_minor bigint not null,
  fee_minor      bigint not null,
  hold_id        uuid not null,
  status         text not null check (status in ('opening', 'success', 'fail')),
  reason         text,
  card_id        uuid,
  bill_id        uuid not null,
  created_at     timestamptz not null,
  ended_at       timestamptz,
  check ((status = 'success') = (card_id is not null))
);
create index card_orders_open on card_orders (created_at) where status = 'opening';
create index card_orders_by_user on card_orders (user_id, id desc);

create table cards (
  id             uuid primary key,
  user_id        uuid not null references users,
  order_id       uuid not null unique references card_orders,
  card_type_id   text not null,
  issuer_card_id text not null unique,
  account_id     uuid not null unique,
  last4          text not null check (last4 ~ '^[0-9]{4}$'),
  holder         text not null,
  nickname       text,
  phone          text,
  area_code      text,
  status         text not null,
  created_at     timestamptz not null
);
create index cards_by_user on cards (user_id, id desc);
alter table card_orders add foreign key (card_id) references cards;

-- One purchase over its life: what was asked, held, cleared and given back (research A2).
create table purchases (
  id              uuid primary key,
  card_id         uuid not null references cards,
  thread_id       text not null unique,
  merchant        text not null,
  city            text not null,
  mcc             text not null,
  country         text not null,
  channel         text not null,
  asked_minor     bigint not null default 0,
  fee_minor       bigint not null default 0,
  hold_id         uuid,
  cleared_minor   bigint not null default 0,
  refunded_minor  bigint not null default 0,
  status          text not null check (status in ('pending', 'posted', 'reversed', 'expired', 'declined', 'refunded')),
  reason          text,
  bill_id         uuid,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
create index purchases_by_card on purchases (card_id, id desc);

-- What the issuer told or asked us: stored first, each once, with our answer. The subject is the purchase's thread or
-- the card it is about; the fact is what it means for that subject, written when it was handled.
create table issuer_events (
  id          text primary key,
  type        text not null,
  payload     jsonb not null,
  answer      jsonb,
  subject     text,
  fact        jsonb,
  received_at timestamptz not null,
  handled_at  timestamptz
);
create index issuer_events_by_subject on issuer_events (subject) where subject is not null;

-- Recharges of a card from the wallet by a customer's own decision: the first one of an account has a rule of its own.
create table recharges (
  id            uuid primary key,
  user_id       uuid not null references users,
  card_id       uuid not null references cards,
  amount_minor  bigint not null check (amount_minor > 0),
  fee_minor     bigint not null check (fee_minor >= 0),
  transfer_id   uuid not null,
  created_at    timestamptz not null
);
create index recharges_by_user on recharges (user_id);

-- Who looked at the full card, and when.
create table card_views (
  id         uuid primary key,
  card_id    uuid not null references cards,
  user_id    uuid not null references users,
  device     text not null,
  created_at timestamptz not null
);
create index card_views_by_card on card_views (card_id, created_at);
