-- When the time of a job was set last, by the clock it was set by: what was set in the future was set while that clock was
-- wrong, and has its delay from then on when it is right again.
alter table jobs add column asked_at timestamptz not null default now();

-- Kinds of jobs and schedules that have failed and not succeeded since, and when a person was called for it.
create table failing (
  name      text primary key,
  since     timestamptz not null default now(),
  called_at timestamptz
);

-- What a source says of a pair for the first time is believed once it has said about the same again; until then there is no
-- rate, but one that is suspected.
alter table rates
  alter column rate drop not null,
  add constraint rates_told check (rate is not null or suspect_rate is not null);
