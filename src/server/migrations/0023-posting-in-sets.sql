-- The same rules of the books, asked of a whole statement at once: `= any (array)` reads neighbours in an index together
-- where a subquery began anew for each row. Arrays of accounts are in the order of their ids, so that `width_bucket`,
-- a binary search, finds an account's place in them.

-- Of a hundred transfers hardly one reverses another: the others need no place in that index, and no look at a foreign
-- key. What it kept, `keep_transfers` keeps; transfers cannot be deleted.
alter table transfers
  drop constraint transfers_reverses_id_fkey,
  drop constraint transfers_reverses_id_key;
create unique index transfers_reverses_id_key on transfers (reverses_id) where reverses_id is not null;

-- All entries of a transfer come in the statement that makes it, add up to zero in each currency, and move the stored
-- balances. A forced debit may take a card's available amount below zero; that shortfall melts as funds arrive.
create or replace function keep_entries() returns trigger language plpgsql as $$
declare
  v_transfers uuid[];
  v_counts integer[];
  v_announced integer[];
  v_is_forced boolean;
  v_ids uuid[];
  v_amounts bigint[];
  v_currencies text[];
  v_forced bigint[];
begin
  -- Counted among all entries, not the new ones alone: a transfer that had its entries before has too many now.
  select array_agg(c.transfer_id), array_agg(c.count) into v_transfers, v_counts
  from (
    select e.transfer_id, count(*)::integer as count from entries e
    where e.transfer_id = any (array(select n.transfer_id from new_entries n))
    group by e.transfer_id order by e.transfer_id
  ) c;
  select array_agg(t.entry_count), bool_or(t.is_forced) into v_announced, v_is_forced
  from (
    select t.entry_count, t.is_forced from transfers t where t.id = any (v_transfers) order by t.id
  ) t;
  if v_announced is distinct from v_counts then
    raise exception 'a transfer has other entries than it was made with' using errcode = 'GL002';
  end if;

  select array_agg(d.account_id), array_agg(d.amount) into v_ids, v_amounts
  from (
    select n.account_id, sum(n.amount_minor)::bigint as amount from new_entries n
    group by n.account_id order by n.account_id
  ) d;
  select array_agg(a.currency) into v_currencies
  from (select a.currency from accounts a where a.id = any (v_ids) order by a.id) a;
  if cardinality(v_currencies) is distinct from cardinality(v_ids) or exists (
    select from new_entries n
    group by n.transfer_id, v_currencies[width_bucket(n.account_id, v_ids)] having sum(n.amount_minor) <> 0
  ) then
    raise exception 'entries of a transfer do not add up to zero in each currency' using errcode = 'GL002';
  end if;

  if v_is_forced then
    select array_agg(d.forced) into v_forced
    from (
      select sum(case when n.amount_minor < 0 and (select t.is_forced from transfers t where t.id = n.transfer_id)
        then -n.amount_minor else 0 end)::bigint as forced
      from new_entries n group by n.account_id order by n.account_id
    ) d;
  end if;
  update accounts a
  set balance_minor = a.balance_minor + v_amounts[width_bucket(a.id, v_ids)],
    shortfall_minor = least(
      greatest(0, a.held_minor - a.balance_minor - v_amounts[width_bucket(a.id, v_ids)]),
      a.shortfall_minor + coalesce(v_forced[width_bucket(a.id, v_ids)], 0)
    )
  where a.id = any (v_ids) and a.kind <> 'house';
  return null;
end $$;

-- No transfer without entries (`keep_entries` sees to it that one which has any has all); a reversal mirrors what it
-- reverses.
create or replace function keep_transfers() returns trigger language plpgsql as $$
begin
  if (select sum(t.entry_count) from new_transfers t) <> (
    select count(*) from entries e where e.transfer_id = any (array(select t.id from new_transfers t))
  ) then
    raise exception 'a transfer has no entries' using errcode = 'GL002';
  end if;
  if exists (
    select from (select * from new_transfers n where n.reverses_id is not null offset 0) t
    where t.entry_count is distinct from (select r.entry_count from transfers r where r.id = t.reverses_id)
      or exists (
        select from entries e where e.transfer_id = t.reverses_id and -e.amount_minor is distinct from (
          select x.amount_minor from entries x where x.transfer_id = t.id and x.account_id = e.account_id
        )
      )
  ) then
    raise exception 'a reversal does not mirror the transfer it reverses' using errcode = 'GL002';
  end if;
  return null;
end $$;

-- What 0001-posting.sql says of it holds, word for word.
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

  -- `is true` keeps the look-up a look-up: made a join, it would compare each line with each transfer.
  with posted as (
    insert into transfers (id, idempotency_key, request_hash, reason, reverses_id, is_forced, entry_count)
    select u.id, u.key, u.hash, u.reason, u.reverses_id, u.is_forced, u.entry_count
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
