-- When the reader last went to another block: a node that tells of no new one for long calls a person.
alter table chain_cursors add column moved_at timestamptz not null default now();
