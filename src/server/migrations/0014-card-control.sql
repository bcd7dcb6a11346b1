-- What the owner of a card allows. It stands on the card itself, so that whoever waited for the card's lock decides by
-- what is true then. Null is the widest: the most of the kind, nowhere stopped, every country.
alter table cards
  add column limit_single_minor bigint check (limit_single_minor >= 0),
  add column limit_day_minor    bigint check (limit_day_minor >= 0),
  add column limit_month_minor  bigint check (limit_month_minor >= 0),
  add column stops              text[] check (stops <@ array['online', 'contactless', 'atm', 'abroad']),
  add column countries          text[]
    check (cardinality(countries) <= 60 and array_to_string(countries, ',') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'),
  add check (status in (
    'active', 'frozen_user', 'frozen_risk', 'inactive', 'pin_blocked', 'expired', 'lost', 'closed'
  ));

-- What counts against the limits of a card, and since when: each approval for what still stands of it. What was reversed,
-- expired or given up by the merchant does not count; what was cleared without an approval does.
create table card_uses (
  card_id      uuid not null references cards,
  fact_id      text not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at   timestamptz not null default now(),
  primary key (card_id, fact_id)
);
create index card_uses_window on card_uses (card_id, created_at) include (amount_minor);

insert into card_uses (card_id, fact_id, amount_minor, created_at)
select p.card_id,
  coalesce((
    select e.fact ->> 'id' from issuer_events e
    where e.subject = p.thread_id and e.fact ->> 'kind' in ('asked', 'cleared')
    order by e.fact ->> 'at' limit 1
  ), p.thread_id),
  greatest(p.cleared_minor, p.asked_minor), p.created_at
from purchases p
where p.status in ('pending', 'posted', 'refunded') and greatest(p.cleared_minor, p.asked_minor) > 0;

-- How many purchases of a card were asked for within a minute.
create index purchases_by_card_time on purchases (card_id, created_at);

-- A card in place of a lost one costs nothing, so nothing is held for it; it is asked for when the lost one is closed.
alter table card_orders
  alter column hold_id drop not null,
  add column replaces_card_id uuid references cards,
  add check (hold_id is not null or open_fee_minor + recharge_minor + fee_minor = 0);
create unique index card_orders_replacing on card_orders (replaces_card_id) where status <> 'fail';
