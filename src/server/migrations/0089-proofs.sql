-- What customers are owed at the end of a sealed day, as a tree of sums for each currency (ledger/proofs): anybody can keep
-- its root, and each customer can be shown that they are counted in it. Nothing here says whose a leaf is: with a day's secret
-- and the books it can be reckoned, without them not. So it stays when its customer is deleted.
create table proof_days (
  day      date primary key references ledger_days,
  -- What salts and the cuts of balances are drawn from.
  secret   bytea not null check (length(secret) = 32),
  made_at  timestamptz not null default now()
);

-- The leaves of a tree in their order, in equal parts, each as 32 bytes of hash and 8 of its amount, with the top above them.
create table proof_chunks (
  day        date not null references proof_days,
  currency   text not null,
  number     integer not null check (number >= 0),
  first      bytea not null check (length(first) = 32),
  leaves     bytea not null check (length(leaves) > 0 and length(leaves) % 40 = 0),
  top        bytea not null check (length(top) = 32),
  sum_minor  bigint not null check (sum_minor >= 0),
  primary key (day, currency, number)
);

-- What was published, of every currency in one statement, once all leaves are there.
create table proof_roots (
  day          date not null references proof_days,
  currency     text not null,
  height       integer not null check (height between 0 and 40),
  root         bytea not null check (length(root) = 32),
  total_minor  bigint not null check (total_minor >= 0),
  primary key (day, currency)
);

-- One by one, without gaps, each of a day that is sealed.
create function keep_proof_days() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_days d where d.day = new.day and d.seal is not null)
    or exists (select from proof_days p where p.day > new.day)
    or exists (select from proof_days p where p.day < new.day)
      and not exists (select from proof_days p where p.day = new.day - 1) then
    raise exception 'balances are proved of sealed days, in order' using errcode = 'GL001';
  end if;
  return null;
end $$;
create trigger keep after insert on proof_days for each row execute function keep_proof_days();

-- What is published is what the leaves add up to, and no leaf comes after it.
create function keep_proof_chunks() returns trigger language plpgsql as $$
begin
  if exists (select from proof_roots r where r.day = new.day) then
    raise exception 'the proof of this day is published' using errcode = 'GL001';
  end if;
  return null;
end $$;
create trigger keep after insert on proof_chunks for each row execute function keep_proof_chunks();

create function keep_proof_roots() returns trigger language plpgsql as $$
begin
  if (
    select coalesce(sum(c.sum_minor), -1) <> new.total_minor
      or coalesce(sum(length(c.leaves)), 0) <> 40 * 2 ^ new.height
      or count(*) <> max(c.number) + 1
    from proof_chunks c where c.day = new.day and c.currency = new.currency
  ) then
    raise exception 'a total is what its leaves add up to' using errcode = 'GL002';
  end if;
  return null;
end $$;
create trigger keep after insert on proof_roots for each row execute function keep_proof_roots();

create trigger immutable before update or delete or truncate on proof_days execute function refuse_change();
create trigger immutable before update or delete or truncate on proof_chunks execute function refuse_change();
create trigger immutable before update or delete or truncate on proof_roots execute function refuse_change();
