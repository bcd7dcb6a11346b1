-- Which day is open is asked once for all transfers of a statement: as the default of each row it was asked for each, which
-- cost the books a twelfth of what they post. Otherwise as in 0023-posting-in-sets.sql.
create or replace function post_transfers(
  p_ids uuid[], p_keys text[], p_hashes bytea[], p_reasons text[], p_reverses uuid[], p_forced boolean[],
  p_counts integer[], p_numbers integer[], p_accounts uuid[], p_amounts bigint[], p_together boolean
) returns table (number integer, outcome text, transfer_id uuid, account_id uuid)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  v_accounts uuid[];
  v_available bigint[];
  v_are_cards boolean[];
  v_skip integer[] := '{}';
  v_why text[] := '{}';
  v_which uuid[] := '{}';
  v_short integer[];
  v_short_accounts uuid[];
  v_posted uuid[];
  v_at timestamptz;
begin
  -- Locks the customers' accounts, in id order. A row that had to be waited for is given as it is then.
  select array_agg(a.id), array_agg(a.available), array_agg(a.is_card) into v_accounts, v_available, v_are_cards
  from (
    select a.id, a.balance_minor - a.held_minor as available, a.kind = 'card' as is_card
    from accounts a where a.id = any (p_accounts) and a.kind <> 'house' order by a.id for no key update
  ) a;

  -- Statements of their own, to see what the holders of those locks have committed. First, what is known already.
  if exists (select from transfers t where t.idempotency_key = any (p_keys)) then
    select coalesce(array_agg(u.n), '{}'), coalesce(array_agg(t.id), '{}'),
      coalesce(array_agg(case when t.request_hash = u.hash then 'replayed' else 'reused' end), '{}')
    into v_skip, v_which, v_why
    from unnest(p_keys, p_hashes) with ordinality as u (key, hash, n) cross join lateral (
      select t.id, t.request_hash from transfers t where t.idempotency_key = u.key offset 0
    ) t;
  end if;
  if array_remove(p_reverses, null) <> '{}' then
    select v_skip || coalesce(array_agg(u.n), '{}'), v_which || coalesce(array_agg(t.id), '{}'),
      v_why || coalesce(array_agg('reversed'::text), '{}')
    into v_skip, v_which, v_why
    from unnest(p_reverses) with ordinality as u (id, n) cross join lateral (
      select t.id from transfers t where t.reverses_id = u.id offset 0
    ) t
    where u.n <> all (v_skip);
  end if;

  -- Then, who has too little: what is available after each line, in order.
  select coalesce(array_agg(r.number), '{}'), coalesce(array_agg(r.account_id), '{}') into v_short, v_short_accounts
  from (
    select l.number, l.account_id, l.amount, a.place,
      v_available[a.place] + sum(l.amount) over (partition by l.account_id order by l.number) as available
    from unnest(p_numbers, p_accounts, p_amounts) as l (number, account_id, amount)
      cross join lateral (select width_bucket(l.account_id, v_accounts) as place offset 0) a
    where (l.amount < 0 or p_together) and l.number <> all (v_skip) and v_accounts[a.place] = l.account_id
  ) r
  where r.amount < 0 and r.available < 0 and not (v_are_cards[r.place] and p_forced[r.number]);

  if v_skip <> '{}' then
    return query select * from unnest(v_skip, v_why, v_which, array_fill(null::uuid, array[cardinality(v_skip)]));
  end if;
  if v_short <> '{}' then
    return query select distinct on (1) s.n, 'overdrawn', null::uuid, s.id
      from unnest(v_short, v_short_accounts) as s (n, id);
    v_skip := v_skip || v_short;
  end if;
  if p_together and (v_short <> '{}' or v_why && array['reused', 'reversed']) then return; end if;

  -- Asked now, after all that was waited for. What is closed from here on the insert refuses, and is posted anew.
  v_at := booking_time(now());

  -- `is true` keeps the look-up a look-up: made a join, it would compare each line with each transfer.
  with posted as (
    insert into transfers (id, idempotency_key, request_hash, reason, reverses_id, is_forced, entry_count, created_at)
    select u.id, u.key, u.hash, u.reason, u.reverses_id, u.is_forced, u.entry_count, v_at
    from unnest(p_ids, p_keys, p_hashes, p_reasons, p_reverses, p_forced, p_counts) with ordinality
      as u (id, key, hash, reason, reverses_id, is_forced, entry_count, n)
    where u.n <> all (v_skip) order by u.n
    on conflict do nothing
    returning id
  ), kept as (
    insert into entries (transfer_id, account_id, amount_minor)
    select p_ids[l.number], l.account_id, l.amount
    from unnest(p_numbers, p_accounts, p_amounts) as l (number, account_id, amount)
    where (p_ids[l.number] in (select id from posted)) is true
  )
  select array(select id from posted) into v_posted;
  -- A transfer that is short twice is skipped twice: the numbers tell only when none is short.
  if v_short <> '{}' or cardinality(v_posted) + cardinality(v_skip) < cardinality(p_ids) then
    return query select u.n::integer, 'contested', null::uuid, null::uuid
      from unnest(p_ids) with ordinality as u (id, n) where u.n <> all (v_skip) and u.id <> all (v_posted);
  end if;
end $$;
