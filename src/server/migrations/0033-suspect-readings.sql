-- When the source made the reading that is not believed yet, by its own clock: the same reading told again counts once.
alter table rates add column suspect_at timestamptz;
