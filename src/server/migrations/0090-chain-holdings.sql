-- What the house held on chain, read at one block on the day after a day of the books and set beside what customers were owed
-- at its end. A day that has no row here was not read in time: what was held then is not known, and nobody makes it up later.
create table chain_holdings (
  day         date not null,
  currency    text not null,
  network     text not null,
  held_minor  bigint not null check (held_minor >= 0),
  height      bigint not null check (height >= 0),
  block_hash  text not null,
  -- Places that were asked: the hot wallet, and the deposit addresses that the books have something at.
  addresses   integer not null check (addresses > 0),
  read_at     timestamptz not null default now(),
  primary key (day, currency),
  check ((read_at at time zone 'UTC')::date = day + 1)
);
create trigger immutable before update or delete or truncate on chain_holdings execute function refuse_change();
