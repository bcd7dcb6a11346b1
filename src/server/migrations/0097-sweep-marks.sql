-- Addresses at which something has changed, or waits to be swept: a round looks at these and no others. Rows are only added,
-- each in the commit of the change, so that nobody waits; a round takes away those of addresses with nothing worth its fee, as
-- far as it sees the change itself.
create table sweep_marks (
  id      bigint generated always as identity primary key,
  network text not null,
  address text not null
);
create index sweep_marks_by_address on sweep_marks (network, address);

create function mark_for_sweep() returns trigger language plpgsql as $$
begin
  insert into sweep_marks (network, address) values (new.network, new.address);
  return null;
end $$;
create trigger marked after insert on sweeps for each row execute function mark_for_sweep();
create trigger marked_again after update on sweeps for each row
  when (row (new.status, new.fee_minor) is distinct from row (old.status, old.fee_minor)) execute function mark_for_sweep();
create trigger marked after insert on deposits for each row when (new.status = 'credited') execute function mark_for_sweep();
create trigger marked_again after update on deposits for each row
  when (row (new.status = 'credited', new.lost_at is null) is distinct from row (old.status = 'credited', old.lost_at is null))
  execute function mark_for_sweep();

insert into sweep_marks (network, address) select distinct network, address from deposits where status = 'credited';
