-- Merchants that the owner of a card lets charge it no more, by the names they were told under. They stand on the card
-- itself as its other rules do (0014); null is nobody.
alter table cards
  add column stopped_merchants text[] check (cardinality(stopped_merchants) between 1 and 100);
