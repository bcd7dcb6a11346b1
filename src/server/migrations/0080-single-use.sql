-- A card that its owner lets pay once at a time: each purchase that is approved freezes it as its owner would.
alter table cards add column is_single_use boolean not null default false;
