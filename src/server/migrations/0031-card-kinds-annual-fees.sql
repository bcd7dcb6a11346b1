-- Kinds of card that operators have switched off: nobody opens one or applies for one, those that exist go on.
create table card_kinds_off (
  card_type_id text primary key,
  set_by       text not null,
  created_at   timestamptz not null default now()
);

-- What a card costs a year, as promised when it was opened; USDT minor units. Those that exist were promised what their
-- kind has always cost.
alter table cards add column annual_fee_minor bigint not null default 0 check (annual_fee_minor >= 0);
update cards set annual_fee_minor = case card_type_id when 'cobalt' then 12000000 when 'tenmoku' then 60000000 else 0 end;
alter table cards alter column annual_fee_minor drop default;

-- The fee of one card for the year that begins on that anniversary of its opening: told first, charged once.
create table annual_fees (
  card_id      uuid not null references cards,
  year         integer not null check (year >= 1),
  -- As it was told; USDT minor units. Nothing where the kind had none by then.
  amount_minor bigint not null check (amount_minor >= 0),
  due_at       timestamptz not null,
  told_at      timestamptz not null default now(),
  -- When it is tried, for the first time or again.
  next_at      timestamptz not null,
  charged_at   timestamptz,
  paid_from    text check (paid_from in ('card', 'wallet')),
  transfer_id  uuid unique,
  primary key (card_id, year),
  check ((charged_at is null) = (transfer_id is null) and (charged_at is null) = (paid_from is null))
);
create index annual_fees_open on annual_fees (next_at) where charged_at is null;
create index cards_with_annual_fee on cards (id) where annual_fee_minor > 0;
