-- The ledger's verbs. All lock customer accounts in id order before they look, so they need no isolation above
-- READ COMMITTED; none waits for a house account. A refusal is an outcome, not an error: the caller's transaction
-- goes on. Planner settings: with the statistics of an empty table a cached plan would read whole tables for ever, and
-- planning anew costs more than posting.

-- Locks the customers' accounts among these, in id order: whoever locks some of the same comes to them in the same order.
create function lock_accounts(p_accounts uuid[]) returns void language plpgsql as $$
begin
  perform from (select distinct u.id from unnest(p_accounts) as u (id) order by u.id) u cross join lateral (
    select from accounts a where a.id = u.id and a.kind <> 'house' for no key update of a
  ) a;
end $$;

-- Posts a batch of transfers and returns a row for each that was *not* newly posted: replayed, reused (the key had other
-- content), reversed (already), overdrawn, or contested (another holds the key at this moment: ask again). Transfer n is
-- the n-th of p_ids …; lines name their transfer by n. Each transfer stands alone, and credits of the batch do not fund
-- its debits; with p_together all are posted or none, and earlier ones fund later ones.
create function post_transfers(
  p_ids uuid[], p_keys text[], p_hashes bytea[], p_reasons text[], p_reverses uuid[], p_forced boolean[],
  p_counts integer[], p_numbers integer[], p_accounts uuid[], p_amounts bigint[], p_together boolean
) returns table (number integer, outcome text, transfer_id uuid, account_id uuid)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  v_skip integer[] := '{}';
  v_why text[] := '{}';
  v_which uuid[] := '{}';
  v_short integer[];
  v_short_accounts uuid[];
  v_posted uuid[];
begin
  perform lock_accounts(p_accounts);

  -- Statements of their own, to see what the holders of those locks have committed. First, what is known already.
  select coalesce(array_agg(u.n), '{}'), coalesce(array_agg(t.id), '{}'),
    coalesce(array_agg(case when t.request_hash = u.hash then 'replayed' else 'reused' end), '{}')
  into v_skip, v_which, v_why
  from unnest(p_keys, p_hashes) with ordinality as u (key, hash, n) cross join lateral (
    select t.id, t.request_hash from transfers t where t.idempotency_key = u.key offset 0
  ) t;
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
    select l.number, l.account_id, l.amount, a.kind, a.balance_minor - a.held_minor
      + sum(l.amount) over (partition by l.account_id order by l.number) as available
    from unnest(p_numbers, p_accounts, p_amounts) as l (number, account_id, amount)
      cross join lateral (
        select a.kind, a.balance_minor, a.held_minor from accounts a
        where a.id = l.account_id and a.kind <> 'house' offset 0
      ) a
    where (l.amount < 0 or p_together) and l.number <> all (v_skip)
  ) r
  where r.amount < 0 and r.available < 0 and not (r.kind = 'card' and p_forced[r.number]);

  if v_skip <> '{}' then
    return query select * from unnest(v_skip, v_why, v_which, array_fill(null::uuid, array[cardinality(v_skip)]));
  end if;
  if v_short <> '{}' then
    return query select distinct on (1) s.n, 'overdrawn', null::uuid, s.id
      from unnest(v_short, v_short_accounts) as s (n, id);
    v_skip := v_skip || v_short;
  end if;
  if p_together and (v_short <> '{}' or v_why && array['reused', 'reversed']) then return; end if;

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
    where p_ids[l.number] = any (array(select id from posted))
  )
  select array(select id from posted) into v_posted;
  return query select u.n::integer, 'contested', null::uuid, null::uuid
    from unnest(p_ids) with ordinality as u (id, n) where u.n <> all (v_skip) and u.id <> all (v_posted);
end $$;

-- Locks a customer's account and returns its kind and what is available.
create function lock_account(p_account uuid, out kind text, out available bigint) language plpgsql as $$
begin
  select a.kind, a.balance_minor - a.held_minor into kind, available
  from accounts a where a.id = p_account and a.kind <> 'house' for no key update;
  if not found then
    raise exception 'no customer account %', p_account using errcode = 'GL004';
  end if;
end $$;

-- What a key did before, if anything. Called under the lock of the account that the same request would lock.
create function hold_key_outcome(p_hold uuid, p_key text, p_hash bytea, out outcome text, out hold_id uuid)
language sql as $$
  select case when c.request_hash = p_hash and (p_hold is null or c.hold_id = p_hold) then 'replayed' else 'reused' end,
    c.hold_id
  from hold_changes c where c.idempotency_key = p_key
$$;

-- Reserves funds: held, overdrawn, replayed or reused.
create function open_hold(
  p_hold uuid, p_account uuid, p_amount bigint, p_key text, p_hash bytea, p_reason text, p_expires timestamptz,
  out outcome text, out hold_id uuid
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_available bigint := (lock_account(p_account)).available;
begin
  select k.outcome, k.hold_id into outcome, hold_id from hold_key_outcome(null, p_key, p_hash) k;
  if outcome is not null then return; end if;
  if v_available < p_amount then outcome := 'overdrawn'; return; end if;
  insert into holds (id, account_id, reason, expires_at) values (p_hold, p_account, p_reason, p_expires);
  insert into hold_changes (hold_id, kind, amount_minor, idempotency_key, request_hash)
  values (p_hold, 'reserve', p_amount, p_key, p_hash);
  outcome := 'held';
  hold_id := p_hold;
end $$;

-- Reserves more under an open hold: held, overdrawn, closed, replayed or reused.
create function increase_hold(p_hold uuid, p_amount bigint, p_key text, p_hash bytea, out outcome text)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_available bigint := (lock_account((select account_id from holds where id = p_hold))).available;
begin
  select k.outcome into outcome from hold_key_outcome(p_hold, p_key, p_hash) k;
  if outcome is not null then return; end if;
  if (select state from holds where id = p_hold) <> 'open' then outcome := 'closed'; return; end if;
  if v_available < p_amount then outcome := 'overdrawn'; return; end if;
  insert into hold_changes (hold_id, kind, amount_minor, idempotency_key, request_hash)
  values (p_hold, 'increase', p_amount, p_key, p_hash);
  outcome := 'held';
end $$;

-- Gives back what remains of a hold, or a part of it: released, closed, replayed or reused.
create function release_hold(
  p_hold uuid, p_kind text, p_amount bigint, p_key text, p_hash bytea, out outcome text, out released bigint
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  perform lock_account((select account_id from holds where id = p_hold));
  select k.outcome into outcome from hold_key_outcome(p_hold, p_key, p_hash) k;
  released := coalesce((select -amount_minor from hold_changes where idempotency_key = p_key), 0);
  if outcome is not null then return; end if;
  if (select state from holds where id = p_hold) <> 'open' then outcome := 'closed'; return; end if;
  released := (select least(p_amount, remaining_minor) from holds where id = p_hold);
  insert into hold_changes (hold_id, kind, amount_minor, idempotency_key, request_hash)
  values (p_hold, p_kind, -released, p_key, p_hash);
  outcome := 'released';
end $$;

-- Turns a hold, or part of it, into a transfer whose debit of the hold's account is the captured amount: captured,
-- overdrawn (more than the hold and what is available), closed, replayed or reused. More than the hold goes to the
-- available amount, of a card below zero if forced. A final capture gives back the rest.
create function capture_hold(
  p_hold uuid, p_final boolean, p_id uuid, p_key text, p_hash bytea, p_reason text, p_forced boolean,
  p_accounts uuid[], p_amounts bigint[], out outcome text, out transfer_id uuid
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  v_hold holds := (select h from holds h where h.id = p_hold);
  v_amount bigint := -p_amounts[array_position(p_accounts, v_hold.account_id)];
  v_kind text;
  v_available bigint;
begin
  if v_amount is null or v_amount <= 0 then
    raise exception 'a capture debits the account of its hold' using errcode = 'GL004';
  end if;
  if exists (
    select from unnest(p_accounts, p_amounts) as l (id, amount)
    where l.amount < 0 and l.id <> v_hold.account_id and (select a.kind from accounts a where a.id = l.id) <> 'house'
  ) then
    raise exception 'a capture debits no customer but its hold''s' using errcode = 'GL004';
  end if;
  perform lock_accounts(p_accounts);
  select l.kind, l.available into v_kind, v_available from lock_account(v_hold.account_id) l;

  select case when t.request_hash = p_hash and (
      select c.hold_id = p_hold and c.is_final = p_final from hold_changes c where c.transfer_id = t.id
    ) then 'replayed' else 'reused' end, t.id
  into outcome, transfer_id
  from transfers t where t.idempotency_key = p_key;
  if outcome is not null then return; end if;

  v_hold := (select h from holds h where h.id = p_hold);
  if v_hold.state <> 'open' then outcome := 'closed'; return; end if;
  v_available := v_available - v_amount
    + case when p_final then v_hold.remaining_minor else least(v_amount, v_hold.remaining_minor) end;
  if v_amount > v_hold.remaining_minor and v_available < 0 and not (p_forced and v_kind = 'card') then
    outcome := 'overdrawn';
    return;
  end if;

  insert into hold_changes (hold_id, kind, amount_minor, transfer_id, is_final)
  select p_hold, 'capture', -least(v_amount, v_hold.remaining_minor), p_id, p_final
  union all
  select p_hold, 'release', v_amount - v_hold.remaining_minor, null, null
  where p_final and v_amount < v_hold.remaining_minor;
  with posted as (
    insert into transfers (id, idempotency_key, request_hash, reason, is_forced, entry_count)
    values (p_id, p_key, p_hash, p_reason, p_forced, cardinality(p_accounts))
    on conflict do nothing returning id
  )
  insert into entries (transfer_id, account_id, amount_minor)
  select p.id, l.account_id, l.amount from posted p, unnest(p_accounts, p_amounts) as l (account_id, amount);
  if not found then
    raise exception 'the key % is in use at this moment', p_key using errcode = '40001';
  end if;
  outcome := 'captured';
  transfer_id := p_id;
end $$;
