-- Two operators take the second factor away from a customer who has lost it, once its customer had time to contradict.
create table second_factor_removals (
  id       uuid primary key,
  user_id  uuid not null references users,
  state    text not null default 'waiting' check (state in ('waiting', 'undone', 'done')),
  asked_at timestamptz not null default now(),
  due_at   timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (state = 'waiting'))
);
create unique index second_factor_removals_waiting on second_factor_removals (user_id) where state = 'waiting';
create index second_factor_removals_due on second_factor_removals (due_at) where state = 'waiting';
