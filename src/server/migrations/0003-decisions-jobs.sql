-- One decision of a person: its key, what was asked and the first answer, which a repeat gets again.
create table decisions (
  user_id      uuid not null references users,
  request_id   uuid not null,
  call         text not null,
  request_hash text not null,
  answer       jsonb,
  created_at   timestamptz not null,
  primary key (user_id, request_id)
);

-- Work for later, written in the same commit as the change that asks for it.
create table jobs (
  id         uuid primary key,
  kind       text not null,
  key        text,
  payload    jsonb not null,
  run_at     timestamptz not null,
  attempts   integer not null default 0,
  last_error text,
  is_dead    boolean not null default false,
  unique (kind, key)
);
create index jobs_due on jobs (run_at) where not is_dead;

-- What recurs, claimed by one node at a time.
create table schedules (
  name       text primary key,
  next_at    timestamptz not null
);
