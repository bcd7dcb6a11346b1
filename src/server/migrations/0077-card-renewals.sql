-- A card whose expiry nears, and whether it is renewed. The date itself stays with the issuer. A card has one open renewal
-- at most, and what came of it stays.
create table card_renewals (
  -- What the issuer knows it by: asked again, it is the same renewal.
  id        uuid primary key,
  card_id   uuid not null references cards,
  state     text not null default 'planned'
              check (state in ('planned', 'unwanted', 'asked', 'mailed', 'renewed', 'refused', 'dropped')),
  told_at   timestamptz not null default now(),
  -- From when on the issuer is asked, unless its owner does not want it.
  renew_at  timestamptz not null,
  asked_at  timestamptz,
  ended_at  timestamptz,
  check ((ended_at is not null) = (state in ('renewed', 'refused', 'dropped'))),
  check (asked_at is not null or state not in ('asked', 'mailed', 'renewed', 'refused'))
);
create unique index card_renewals_one_open on card_renewals (card_id) where ended_at is null;
create index card_renewals_by_card on card_renewals (card_id, told_at desc);
create index card_renewals_due on card_renewals (renew_at, id) where state = 'planned';
