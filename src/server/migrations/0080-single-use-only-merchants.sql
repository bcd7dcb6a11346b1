-- A card that its owner lets pay once at a time: each purchase that is approved freezes it as its owner would.
alter table cards add column is_single_use boolean not null default false;

-- The only merchants that its owner lets charge it, by the names they were told under; null is everybody, and an empty list
-- nobody.
alter table cards add column only_merchants text[] check (cardinality(only_merchants) <= 150);

-- What one merchant may take within thirty days, in USD minor units.
create table merchant_caps (
  card_id    uuid not null references cards,
  merchant   text not null,
  cap_minor  bigint not null check (cap_minor > 0),
  primary key (card_id, merchant)
);
