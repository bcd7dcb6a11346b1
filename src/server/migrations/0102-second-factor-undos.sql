-- The letter that tells of a new second factor has a link that takes it away for a while; only the hash of its token is kept.
alter table second_factors
  add column undo_hash text unique,
  add column undo_until timestamptz,
  add check ((undo_hash is null) = (undo_until is null));
