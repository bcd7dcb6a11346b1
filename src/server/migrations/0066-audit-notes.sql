-- What operators write in words of their own stands beside the audit and not in it: its row carries a salted hash of them,
-- so that they can be forgotten with the customer they are about while the chain stays what it is.
create table audit_notes (
  audit_id uuid primary key references audits,
  -- Whom they are about; null where it is no customer, or one who was gone when they were written.
  user_id  uuid references users,
  -- Both are null once they are forgotten: without the salt nobody can try out what the hash was made of.
  salt     bytea,
  words    jsonb check (jsonb_typeof(words) = 'object'),
  check ((salt is null) = (words is null))
);
create index audit_notes_by_user on audit_notes (user_id) where words is not null;

create trigger only_forgotten before update on audit_notes for each row
  when (not (new.words is null and new.salt is null
    and (new.audit_id, new.user_id) is not distinct from (old.audit_id, old.user_id)))
  execute function refuse_change();
create trigger kept before delete or truncate on audit_notes execute function refuse_change();

create function note_hash(p_salt bytea, p_words jsonb) returns text language sql immutable as $$
  select encode(sha256(p_salt || convert_to(p_words::text, 'UTF8')), 'hex')
$$;

-- A row of the audit with what was written to it in its place.
create function with_words(p_row audits, p_words jsonb) returns audits language sql stable as $$
  select case when p_words is null then p_row
    else jsonb_populate_record(p_row, jsonb_build_object('detail', (p_row.detail - 'words') || p_words)) end
$$;

-- Whose something is that is named by an id: a customer, an alarm about them, or a withdrawal, an account and so on.
create function customer_of(p_name text) returns uuid language plpgsql stable as $$
declare
  v_id uuid := substring(p_name from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid;
  v_alarm alarms;
begin
  select * into v_alarm from alarms where id = v_id;
  if found then return coalesce((v_alarm.detail ->> 'userId')::uuid, customer_of(v_alarm.subject)); end if;
  return coalesce(
    (select id from users where id = v_id),
    (select user_id from applicants where id = v_id),
    (select user_id from withdrawals where id = v_id),
    (select user_id from deposits where id = v_id),
    (select user_id from cards where id = v_id),
    (select user_id from applications where id = v_id),
    (select c.user_id from purchases p join cards c on c.id = p.card_id where p.id = v_id),
    (select owner_id from accounts where id = v_id)
  );
end $$;

-- The audit as operators read it.
create view told_audits as
  select a.number, a.id, a.operator, a.verb, a.subject, (with_words(a, n.words)).detail as detail, a.created_at
  from audits a left join audit_notes n on n.audit_id = a.id;

-- Rows from before keep their place and their hash, which is of the words, too: it can be made anew as long as those are
-- there. `kept_hash` is of what is left of such a row, and one new row of the chain vouches for all of them.
alter table audits add column kept_hash bytea;
alter table audits disable trigger immutable;

do $$
declare
  v_row audits;
  v_words jsonb;
  v_salt bytea;
  v_user users;
begin
  for v_row in select * from audits order by number loop
    select jsonb_object_agg(key, value) into v_words from jsonb_each(v_row.detail)
    where jsonb_typeof(value) = 'string' and value <> '""' and (
      (key = 'note' and v_row.verb ~ '^(user|withdrawal|applicant|ledger|alarm)\.')
      or (key = 'reason' and v_row.verb in ('user.freeze', 'user.unfreeze.reason', 'user.lift-hold.reason'))
      or (key ~ '^(title|content)_' and v_row.verb = 'message.send')
    );
    continue when v_words is null;
    v_salt := decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
    select * into v_user from users
    where id = customer_of(case when v_row.verb ~ '^ledger\.' then v_row.detail ->> 'account' else v_row.subject end);
    v_row.detail := (v_row.detail - array(select jsonb_object_keys(v_words)))
      || jsonb_build_object('words', note_hash(v_salt, v_words));
    update audits set detail = v_row.detail, kept_hash = audit_hash(v_row.previous_hash, v_row) where id = v_row.id;
    if v_user.deleted_at is not null then
      v_salt := null;
      v_words := null;
    end if;
    insert into audit_notes (audit_id, user_id, salt, words) values (v_row.id, v_user.id, v_salt, v_words);
  end loop;
end $$;

alter table audits enable trigger immutable;

create function kept_audits() returns jsonb language sql stable as $$
  select jsonb_build_object('rows', count(*), 'hash', encode(sha256(coalesce(string_agg(kept_hash, '' order by number), '')), 'hex'))
  from audits where kept_hash is not null
$$;
insert into audits (id, operator, verb, subject, detail, created_at)
select gen_random_uuid(), 'system', 'audit.words-apart', 'audits', k, clock_timestamp()
from kept_audits() k where (k ->> 'rows')::bigint > 0;
