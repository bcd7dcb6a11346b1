-- The books. Every rule here holds whoever writes: an application's mistake or a hand at psql is refused alike.
-- Rows are written by the functions of 0001-posting.sql only.

-- A place that holds one currency. A customer's account keeps its balance, under a lock; a house account (ours: fees,
-- issuer, chain) keeps none and is never locked, so that money everybody pays us queues nobody.
create table accounts (
  id               uuid primary key,
  kind             text not null check (kind in ('wallet', 'card', 'house')),
  code             text not null check (length(code) <= 100),
  owner_id         uuid,
  currency         text not null check (currency ~ '^[A-Z]{2,10}$'),
  balance_minor    bigint,
  held_minor       bigint not null default 0 check (held_minor >= 0),
  shortfall_minor  bigint not null default 0 check (shortfall_minor >= 0),
  created_at       timestamptz not null default now(),
  unique nulls not distinct (owner_id, kind, code, currency),
  check ((kind = 'house') = (owner_id is null)),
  check ((kind = 'house') = (balance_minor is null)),
  constraint accounts_covered check (balance_minor - held_minor + shortfall_minor >= 0),
  constraint accounts_shortfall_on_cards check (shortfall_minor = 0 or kind = 'card')
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

-- One business movement. Never updated, never deleted: a mistake is answered by a reversal.
create table transfers (
  id               uuid primary key,
  idempotency_key  text not null unique check (length(idempotency_key) between 1 and 200),
  request_hash     bytea not null check (length(request_hash) = 32),
  reason           text not null check (length(reason) between 1 and 100),
  reverses_id      uuid unique references transfers,
  is_forced        boolean not null,
  entry_count      integer not null check (entry_count >= 2),
  created_at       timestamptz not null default now()
);

-- One signed line of a transfer. No foreign keys: each would lock the house account's row at every line. The trigger
-- below checks what they would, and neither accounts nor transfers can be deleted.
create table entries (
  transfer_id   uuid not null,
  account_id    uuid not null,
  amount_minor  bigint not null check (amount_minor <> 0),
  primary key (transfer_id, account_id)
);
create index entries_by_account on entries (account_id, transfer_id) include (amount_minor);

-- Funds reserved. What remains is the sum of its changes; the state is how it was closed.
create table holds (
  id               uuid primary key,
  account_id       uuid not null references accounts,
  remaining_minor  bigint not null default 0 check (remaining_minor >= 0),
  state            text not null default 'open' check (state in ('open', 'captured', 'released', 'expired')),
  reason           text not null check (length(reason) between 1 and 100),
  expires_at       timestamptz,
  created_at       timestamptz not null default now(),
  closed_at        timestamptz,
  check (state = 'open' or remaining_minor = 0),
  check ((state = 'open') = (closed_at is null))
);
create index holds_open_by_account on holds (account_id) where state = 'open';
create index holds_open_by_expiry on holds (expires_at) where state = 'open';

create table hold_changes (
  id               bigint generated always as identity primary key,
  hold_id          uuid not null references holds,
  kind             text not null check (kind in ('reserve', 'increase', 'capture', 'release', 'expire')),
  amount_minor     bigint not null check (amount_minor <> 0),
  idempotency_key  text unique check (length(idempotency_key) between 1 and 200),
  request_hash     bytea check (length(request_hash) = 32),
  transfer_id      uuid unique,
  is_final         boolean,
  created_at       timestamptz not null default now(),
  check ((kind in ('reserve', 'increase')) = (amount_minor > 0)),
  check (kind not in ('reserve', 'increase') or idempotency_key is not null),
  check ((idempotency_key is null) = (request_hash is null)),
  check ((kind = 'capture') = (transfer_id is not null) and (kind = 'capture') = (is_final is not null))
);
create index hold_changes_by_hold on hold_changes (hold_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed this way (%)', tg_table_name, lower(tg_op)
    using errcode = 'GL001', hint = 'A mistake in the books is answered by a reversal.';
end $$;

create trigger immutable before update or delete or truncate on transfers execute function refuse_change();
create trigger immutable before update or delete or truncate on entries execute function refuse_change();
create trigger immutable before update or delete or truncate on hold_changes execute function refuse_change();
create trigger kept before delete or truncate on accounts execute function refuse_change();
create trigger kept before delete or truncate on holds execute function refuse_change();
-- Depth 0 is a statement of somebody's; the triggers below write these rows from depth 1.
create trigger kept_by_entries before update on accounts
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger kept_by_changes before update on holds
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger opened_empty before insert on accounts for each row
  when (new.balance_minor <> 0 or new.held_minor <> 0 or new.shortfall_minor <> 0) execute function refuse_change();
create trigger opened_empty before insert on holds for each row
  when (new.remaining_minor <> 0 or new.state <> 'open') execute function refuse_change();

-- All entries of a transfer come in the statement that makes it, add up to zero in each currency, and move the stored
-- balances. A forced debit may take a card's available amount below zero; that shortfall melts as funds arrive.
--
-- Here and in 0001-posting.sql rows are fetched by subqueries and `any (array)`, not by joins: a plan made while a table
-- was empty may read all of it at every join for ever after, whatever the planner is told.
create function keep_entries() returns trigger language plpgsql as $$
declare
  v_ids uuid[];
  v_amounts bigint[];
  v_forced bigint[];
begin
  if exists (
    select from (
      select e.transfer_id, e.amount_minor, (select a.currency from accounts a where a.id = e.account_id) as currency
      from new_entries e
    ) e
    group by e.transfer_id, e.currency
    having sum(e.amount_minor) <> 0 or e.currency is null
  ) then
    raise exception 'entries of a transfer do not add up to zero in each currency' using errcode = 'GL002';
  end if;
  if exists (
    select from (select distinct transfer_id as id from new_entries) e
    where (select t.entry_count from transfers t where t.id = e.id)
      is distinct from (select count(*) from entries x where x.transfer_id = e.id)
  ) then
    raise exception 'a transfer has other entries than it was made with' using errcode = 'GL002';
  end if;

  select array_agg(d.account_id), array_agg(d.amount), array_agg(d.forced) into v_ids, v_amounts, v_forced
  from (
    select e.account_id, sum(e.amount_minor) as amount, sum(case
      when e.amount_minor < 0 and (select t.is_forced from transfers t where t.id = e.transfer_id)
      then -e.amount_minor else 0 end) as forced
    from new_entries e group by e.account_id
  ) d;
  update accounts a
  set balance_minor = a.balance_minor + v_amounts[array_position(v_ids, a.id)],
    shortfall_minor = least(
      greatest(0, a.held_minor - a.balance_minor - v_amounts[array_position(v_ids, a.id)]),
      a.shortfall_minor + v_forced[array_position(v_ids, a.id)]
    )
  where a.id = any (v_ids) and a.kind <> 'house';
  return null;
end $$;
create trigger keep after insert on entries
  referencing new table as new_entries for each statement execute function keep_entries();

-- No transfer without entries; a reversal mirrors what it reverses.
create function keep_transfers() returns trigger language plpgsql as $$
begin
  if exists (select from new_transfers t where (select count(*) from entries e where e.transfer_id = t.id) = 0) then
    raise exception 'a transfer has no entries' using errcode = 'GL002';
  end if;
  if exists (
    select from new_transfers t cross join lateral (
      select e.account_id, e.amount_minor from entries e where e.transfer_id = t.reverses_id offset 0
    ) e
    where t.entry_count <> (select r.entry_count from transfers r where r.id = t.reverses_id)
      or -e.amount_minor is distinct from (
        select x.amount_minor from entries x where x.transfer_id = t.id and x.account_id = e.account_id
      )
  ) then
    raise exception 'a reversal does not mirror the transfer it reverses' using errcode = 'GL002';
  end if;
  return null;
end $$;
create trigger keep after insert on transfers
  referencing new table as new_transfers for each statement execute function keep_transfers();

-- Changes move what remains of their hold and what is held on its account, and close the hold when nothing remains.
-- What is captured melts no shortfall: the entries that follow take it away.
create function keep_hold_changes() returns trigger language plpgsql as $$
declare
  v_ids uuid[];
  v_amounts bigint[];
  v_captured bigint[];
  v_states text[];
begin
  if exists (select from new_changes n where (select h.state from holds h where h.id = n.hold_id) <> 'open') then
    raise exception 'a closed hold is not changed' using errcode = 'GL003';
  end if;
  select array_agg(c.hold_id), array_agg(c.amount), array_agg(c.closed_as) into v_ids, v_amounts, v_states
  from (
    select n.hold_id, sum(n.amount_minor) as amount,
      case when bool_or(n.kind = 'capture') then 'captured' when bool_or(n.kind = 'expire') then 'expired'
        else 'released' end as closed_as
    from new_changes n group by n.hold_id
  ) c;
  update holds h
  set remaining_minor = h.remaining_minor + v_amounts[array_position(v_ids, h.id)],
    state = case when h.remaining_minor + v_amounts[array_position(v_ids, h.id)] > 0 then 'open'
      else v_states[array_position(v_ids, h.id)] end,
    closed_at = case when h.remaining_minor + v_amounts[array_position(v_ids, h.id)] > 0 then null else now() end
  where h.id = any (v_ids);

  select array_agg(c.account_id), array_agg(c.amount), array_agg(c.captured) into v_ids, v_amounts, v_captured
  from (
    select n.account_id, sum(n.amount_minor) as amount,
      sum(case when n.kind = 'capture' then -n.amount_minor else 0 end) as captured
    from (select (select h.account_id from holds h where h.id = c.hold_id) as account_id, c.* from new_changes c) n
    group by n.account_id
  ) c;
  update accounts a
  set held_minor = a.held_minor + v_amounts[array_position(v_ids, a.id)],
    shortfall_minor = least(a.shortfall_minor, greatest(0, a.held_minor - a.balance_minor
      + v_amounts[array_position(v_ids, a.id)] + v_captured[array_position(v_ids, a.id)]))
  where a.id = any (v_ids);
  return null;
end $$;
create trigger keep after insert on hold_changes
  referencing new table as new_changes for each statement execute function keep_hold_changes();
