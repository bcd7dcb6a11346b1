-- An online purchase that its cardholder is asked to confirm (3-D Secure). It moves no money. What the issuer knows by one name
-- is one challenge, and its first end stands.
create table card_challenges (
  id                  uuid primary key,
  issuer_challenge_id text not null unique,
  card_id             uuid not null references cards,
  -- The purchase that it is for.
  thread_id           text not null,
  merchant            text not null,
  city                text not null,
  country             text not null,
  -- USD.
  amount_minor        bigint not null check (amount_minor >= 0),
  state               text not null default 'waiting'
                        check (state in ('waiting', 'approved', 'denied', 'expired', 'cancelled')),
  expires_at          timestamptz not null,
  created_at          timestamptz not null default now(),
  ended_at            timestamptz,
  -- What became of the customer's word at the issuer: null until it has surely answered.
  answer              text check (answer in ('taken', 'late')),
  check ((ended_at is null) = (state = 'waiting')),
  check (answer is null or state in ('approved', 'denied'))
);
create index card_challenges_by_card on card_challenges (card_id, expires_at) where state = 'waiting';
create index card_challenges_by_thread on card_challenges (thread_id);
