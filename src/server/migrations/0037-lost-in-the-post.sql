-- A card that was lost or closed before it was activated ends its application, so that another may be asked for. One that
-- stands in for a lost one names it: making it is free, once.
alter table applications add column replaces_id uuid references applications;
create unique index applications_replacing on applications (replaces_id)
  where status not in ('fail', 'cancelled');

do $$
declare
  rule text;
begin
  for rule in
    select conname from pg_constraint
    where conrelid = 'applications'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%ended_at%'
  loop
    execute format('alter table applications drop constraint %I', rule);
  end loop;
end $$;
alter table applications drop constraint applications_status_check;
alter table applications add constraint applications_status_check check (status in (
  'draft', 'holder_pending', 'wait_pay', 'applying', 'making', 'shipped', 'success', 'fail', 'cancelling', 'cancelled',
  'returned', 'ended'
));
alter table applications add check ((status in ('success', 'fail', 'cancelled', 'ended')) = (ended_at is not null));
alter table applications add check (status <> 'ended' or (physical_card_id is not null and reason is not null));

drop index applications_live;
create unique index applications_live on applications (parent_card_id)
  where status not in ('success', 'fail', 'cancelled', 'ended');
drop index applications_followed;
create index applications_followed on applications (checked_at nulls first)
  where issuer_order_id is not null and status not in ('success', 'fail', 'cancelled', 'ended');
