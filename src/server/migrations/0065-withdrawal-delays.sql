-- How long every withdrawal of a customer waits by their own choice, in hours. A shorter wait is in force from
-- `shorter_delay_at` on, whoever looks; until then it can be taken back.
alter table users
  add column delay_hours integer not null default 0 check (delay_hours in (0, 1, 24, 72)),
  add column shorter_delay_hours integer check (shorter_delay_hours in (0, 1, 24)),
  add column shorter_delay_at timestamptz,
  add check ((shorter_delay_hours is null) = (shorter_delay_at is null)),
  add check (shorter_delay_hours < delay_hours);

-- What it was when a withdrawal was asked for; that one keeps it, whatever is chosen later.
alter table withdrawals add column delay_hours integer not null default 0 check (delay_hours in (0, 1, 24, 72));
create trigger delay_promised before update on withdrawals for each row
  when (new.delay_hours <> old.delay_hours) execute function refuse_change();
