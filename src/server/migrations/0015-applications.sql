-- Cardholders who give their data on the issuer's own page, for kinds of card that need it. The issuer knows a session by
-- its id; what it answered last stands in its state.
create table cardholder_sessions (
  id                   uuid primary key,
  user_id              uuid not null references users,
  card_type_id         text not null,
  issuer_cardholder_id text not null unique,
  state                text not null check (state in ('pending', 'confirmed', 'refused')),
  expires_at           timestamptz not null,
  created_at           timestamptz not null default now()
);
alter table card_orders add column cardholder_session_id uuid references cardholder_sessions;

-- A physical card has no order of its own: it is asked for from a virtual one. The PIN lives at the issuer only; when it
-- was set tells a late word of a blocked PIN from a new one.
alter table cards alter column order_id drop not null;
alter table cards add column parent_card_id uuid references cards;
alter table cards add column pin_set_at timestamptz;
alter table cards add check ((order_id is null) = (parent_card_id is not null));

-- The wish for a physical card (decision D4); which state follows which stands in cards/application-states.ts.
create table applications (
  id                    uuid primary key,
  user_id               uuid not null references users,
  parent_card_id        uuid not null references cards,
  card_type_id          text not null,
  status                text not null check (status in (
    'draft', 'holder_pending', 'wait_pay', 'applying', 'making', 'shipped', 'success', 'fail', 'cancelling', 'cancelled',
    'returned'
  )),
  emboss_name           text not null check (emboss_name ~ '^[A-Za-z][A-Za-z .''-]{0,24}[A-Za-z.]$'),
  cardholder_session_id uuid references cardholder_sessions,
  -- The saved address may be changed and deleted afterwards: what is paid for is mailed to the copy.
  address_id            uuid not null,
  country               text not null check (country ~ '^[A-Z]{2}$'),
  postal                jsonb not null,
  address_lines         jsonb not null,
  -- What was quoted, in USDT minor units; the payments tell what was paid.
  making_fee_minor      bigint not null check (making_fee_minor >= 0),
  mailing_fee_minor     bigint not null check (mailing_fee_minor >= 0),
  quoted_at             timestamptz not null default now(),
  -- The card and its order at the issuer, and the newest version of the order that we have followed.
  issuer_card_id        text unique,
  issuer_order_id       text unique,
  last4                 text check (last4 ~ '^[0-9]{4}$'),
  order_version         integer not null default 0,
  checked_at            timestamptz,
  physical_card_id      uuid unique references cards,
  reason                text,
  carrier               text,
  tracking_number       text,
  created_at            timestamptz not null default now(),
  paid_at               timestamptz,
  approved_at           timestamptz,
  shipped_at            timestamptz,
  ended_at              timestamptz,
  check ((issuer_card_id is null) = (issuer_order_id is null) and (issuer_card_id is null) = (last4 is null)),
  check (status in ('draft', 'holder_pending', 'wait_pay', 'cancelled', 'fail') or paid_at is not null),
  check (status not in ('making', 'shipped', 'success', 'returned') or approved_at is not null),
  check (status not in ('shipped', 'success', 'returned') or physical_card_id is not null),
  check (status not in ('draft', 'holder_pending', 'wait_pay') or issuer_card_id is null),
  check ((status = 'fail') <= (reason is not null)),
  check ((status in ('success', 'fail', 'cancelled')) = (ended_at is not null)),
  check ((carrier is null) = (tracking_number is null))
);
-- At a time a card has one application on its way.
create unique index applications_live on applications (parent_card_id)
  where status not in ('success', 'fail', 'cancelled');
create index applications_by_parent on applications (parent_card_id, id desc);
create index applications_by_user on applications (user_id, id desc);
create index applications_followed on applications (checked_at nulls first)
  where issuer_order_id is not null and status not in ('success', 'fail', 'cancelled');

-- What was paid: making and mailing at first, mailing again each time the card came back. The issuer knows what it is asked
-- for by the payment's id. Held until the card is surely made or mailed, or surely not.
create table application_payments (
  id                  uuid primary key,
  application_id      uuid not null references applications,
  kind                text not null check (kind in ('making', 'remailing')),
  making_fee_minor    bigint not null check (making_fee_minor >= 0),
  mailing_fee_minor   bigint not null check (mailing_fee_minor >= 0),
  hold_id             uuid not null unique,
  state               text not null check (state in ('held', 'charged', 'released', 'refunded')),
  making_transfer_id  uuid,
  mailing_transfer_id uuid,
  bill_id             uuid not null,
  -- When the issuer was first asked: from then on only its answer tells what became of it.
  asked_at            timestamptz,
  created_at          timestamptz not null default now(),
  check (
    (state in ('charged', 'refunded')) = (making_transfer_id is not null or mailing_transfer_id is not null)
  )
);
create index application_payments_by_application on application_payments (application_id, id);
-- Never two fees at once for one thing, never two for one card.
create unique index application_payments_held on application_payments (application_id) where state = 'held';
create unique index application_payments_making on application_payments (application_id)
  where kind = 'making' and state in ('held', 'charged');

-- What the right activation code gives, once and for ten minutes: one for a card, kept as a digest.
create table activation_tickets (
  card_id     uuid primary key references cards,
  ticket_hash text not null,
  expires_at  timestamptz not null,
  -- While the issuer is asked to set the PIN nobody else uses it.
  used_at     timestamptz
);
