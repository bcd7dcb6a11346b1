-- When the clock goes back over midnight, or has run ahead over it, its day is closed already: what is booked then comes
-- into the first day that is open, at its very beginning. Two days ahead at most: statements look for entries around the
-- time in their ids (ledger/history.ts). Given the time, since a default keeps the clock it was made with.
create function booking_time(p_now timestamptz) returns timestamptz language plpgsql as $$
declare
  v_open timestamptz := ((select max(day) + 1 from ledger_days)::timestamp at time zone 'UTC');
begin
  return case when v_open > p_now and v_open <= p_now + interval '48 hours' then v_open else p_now end;
end $$;
alter table transfers alter column created_at set default booking_time(now());

-- Nothing comes into a day that is closed, whatever day the clock says it is: asked once for each statement, after its rows
-- are there, so that their writer is known to whoever closes the day: what was not refused can be waited for. A transaction
-- that sees the books as they were when it began does not see who has closed a day since, and writes nothing into one that
-- is over.
create or replace function keep_closed_days() returns trigger language plpgsql as $$
declare
  v_first timestamptz := (select min(n.created_at) from new_transfers n);
begin
  if exists (select from ledger_days d where d.day >= (v_first at time zone 'UTC')::date)
    or (v_first < date_trunc('day', clock_timestamp(), 'UTC')
      and current_setting('transaction_isolation') in ('repeatable read', 'serializable')) then
    raise exception 'the % of the books is over', to_char(v_first at time zone 'UTC', 'YYYY-MM-DD')
      using errcode = case when v_first >= now() then '40001' else 'GL001' end;
  end if;
  return null;
end $$;
drop trigger keep_closed_days on transfers;
create trigger keep_closed_days after insert on transfers referencing new table as new_transfers
  for each statement execute function keep_closed_days();
