-- A refusal is an answer, too: `key` and `facts` of the one that this key was given first, and is given for good.
alter table decisions add column refusal jsonb;
alter table decisions add check (answer is null or refusal is null);

drop function earlier_decisions(uuid[], uuid[]);
-- What was decided before under these keys; the n-th row is about the n-th key. Looked up key by key, however full the
-- table was when the plan was made: a plan that is kept from an empty table would read all of a full one.
create function earlier_decisions(p_users uuid[], p_requests uuid[])
returns table (number bigint, call text, request_hash text, answer jsonb, refusal jsonb)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select u.n, d.call, d.request_hash, d.answer, d.refusal
    from unnest(p_users, p_requests) with ordinality as u (user_id, request_id, n) cross join lateral (
      select e.call, e.request_hash, e.answer, e.refusal from decisions e
      where e.user_id = u.user_id and e.request_id = u.request_id offset 0
    ) d;
end $$;
