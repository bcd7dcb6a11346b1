-- Days of the books that are over, by UTC, without gaps. First a day is closed: nothing is written into it any more. Once
-- nobody can be writing into it still, it is sealed: with a hash of all its transfers and of the seal before
-- (ledger/seals.ts).
create table ledger_days (
  day        date primary key,
  closed_at  timestamptz not null default now(),
  transfers  bigint check (transfers >= 0),
  entries    bigint check (entries >= 0),
  seal       bytea check (length(seal) = 32),
  sealed_at  timestamptz,
  check (num_nulls(transfers, entries, seal, sealed_at) in (0, 4))
);

create function keep_ledger_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (
    new.seal is not null
    or new.day >= (now() at time zone 'UTC')::date
    or new.day <> (select max(d.day) + 1 from ledger_days d)
      -- Another node has closed it at this moment: its row stays the only one.
      and not exists (select from ledger_days d where d.day = new.day)
  ) or tg_op = 'UPDATE' and (
    old.seal is not null
    or row (new.day, new.closed_at) is distinct from row (old.day, old.closed_at)
    or exists (select from ledger_days d where d.day = new.day - 1 and d.seal is null)
  ) then
    raise exception 'days of the books are closed and sealed once, in order, when they are over'
      using errcode = 'GL001';
  end if;
  return new;
end $$;
create trigger keep before insert or update on ledger_days
  for each row execute function keep_ledger_days();
create trigger kept before delete or truncate on ledger_days execute function refuse_change();

-- Nothing comes into a day that is closed. A transfer's day is that on which its transaction began: one that began so long
-- ago has to begin anew. What is written today is not looked at. After the row is there, so that its writer is known to
-- whoever closes the day: what was not refused can be waited for.
create function keep_closed_days() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_days d where d.day >= (new.created_at at time zone 'UTC')::date)
    -- Such a transaction does not see who has closed a day since it began.
    or current_setting('transaction_isolation') in ('repeatable read', 'serializable') then
    raise exception 'the % of the books is over', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD')
      using errcode = case when new.created_at = now() then '40001' else 'GL001' end;
  end if;
  return null;
end $$;
create trigger keep_closed_days after insert on transfers for each row
  when (new.created_at < date_trunc('day', clock_timestamp(), 'UTC')) execute function keep_closed_days();

-- Finds the transfers of a day or a second. Rows lie in the order they came, which is almost that of their time.
create index transfers_by_time on transfers using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- Goes on with a chain of hashes, row by row in the order they are given: each is hashed together with what came before,
-- the first one with the given beginning.
create function chain_one(p_chain bytea, p_beginning bytea, p_row bytea) returns bytea
language sql immutable parallel safe
return sha256(coalesce(p_chain, p_beginning) || p_row);
create aggregate chained(bytea, bytea) (sfunc = chain_one, stype = bytea);

-- Books that are there already: found now, without a limit of time, where they begin.
insert into ledger_days (day)
select (min(created_at) at time zone 'UTC')::date from transfers
having min(created_at) < date_trunc('day', now(), 'UTC') - interval '1 day';
