-- The last rate of each pair that passed our checks, and since when the source is not to be trusted: another rate that
-- is too far away to be believed at once, and how many polls in a row have told it.
create table rates (
  base          text not null,
  quote         text not null,
  rate          text not null,
  read_at       timestamptz not null,
  suspect_since timestamptz,
  suspect_rate  text,
  suspect_polls integer not null default 0,
  primary key (base, quote)
);

-- What operators did, and to what.
create table audits (
  id         uuid primary key,
  operator   text not null,
  verb       text not null,
  subject    text not null,
  detail     jsonb not null,
  created_at timestamptz not null
);
