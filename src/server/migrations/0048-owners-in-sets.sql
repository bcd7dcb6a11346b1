-- Nobody is ever deleted: whoever is forgotten stays as a row without a name (0022). So that the owner of a row exists
-- need be asked only once, when it is written, and of a whole statement at once: a foreign key asks row by row, and marks
-- each user's row as asked about, which is a second write for every row.
create trigger kept before delete or truncate on users execute function refuse_change();

create function keep_owners() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
declare
  v_owners uuid[] := array(select distinct n.user_id from new_rows n);
begin
  if (select count(*) from users u where u.id = any (v_owners)) <> cardinality(v_owners) then
    raise exception 'a row of % belongs to nobody', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

alter table decisions drop constraint decisions_user_id_fkey;
alter table bills drop constraint bills_user_id_fkey;
alter table messages drop constraint messages_user_id_fkey;

create trigger owned after insert on decisions referencing new table as new_rows execute function keep_owners();
create trigger owned after insert on bills referencing new table as new_rows execute function keep_owners();
create trigger owned after insert on messages referencing new table as new_rows execute function keep_owners();

create trigger owner_stays before update of user_id on decisions for each row
  when (new.user_id is distinct from old.user_id) execute function refuse_change();
create trigger owner_stays before update of user_id on bills for each row
  when (new.user_id is distinct from old.user_id) execute function refuse_change();
create trigger owner_stays before update of user_id on messages for each row
  when (new.user_id is distinct from old.user_id) execute function refuse_change();
