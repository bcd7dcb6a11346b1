-- Kinds of shops that the owner of a card does not let it pay; null is none. Gambling stays stopped until a while after its
-- owner has asked to allow it: from then on it is let through, though it still stands in the list.
alter table cards
  add column stopped_shops text[] check (cardinality(stopped_shops) between 1 and 20),
  add column gambling_from timestamptz check (gambling_from is null or 'gambling' = any(stopped_shops));
