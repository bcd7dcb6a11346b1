-- A customer who is gone stays as a row without a name, so that the books still have somebody to point at. Their
-- address is free again: whoever signs up with it is somebody else.
alter table users
  alter column email drop not null,
  alter column refer_code drop not null,
  add column deleted_at timestamptz,
  add constraint users_living check (deleted_at is not null or (email is not null and refer_code is not null)),
  add constraint users_deleted check (
    deleted_at is null or coalesce(
      email, password_hash, nickname, pin_hash, refer_code, telegram_name, telegram_id::text, referred_by_id::text
    ) is null
  );

-- Light or dark, the same on every device; null as each phone has it.
alter table users add column appearance text check (appearance in ('light', 'dark'));

-- A wish to be deleted: fifteen days to take it back, then it is carried out, or stops for what stands in its way.
create table deletions (
  id        uuid primary key,
  user_id   uuid not null references users,
  state     text not null default 'waiting' check (state in ('waiting', 'undone', 'stopped', 'done')),
  reason    text check (length(reason) between 1 and 200),
  asked_at  timestamptz not null default now(),
  due_at    timestamptz not null check (due_at > asked_at),
  -- What stood in its way on the day.
  obstacles jsonb,
  ended_at  timestamptz,
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'stopped') = (obstacles is not null))
);
create unique index deletions_waiting on deletions (user_id) where state = 'waiting';
create index deletions_due on deletions (due_at) where state = 'waiting';
create index deletions_by_user on deletions (user_id, id desc);

-- What is too little to be withdrawn and was given up with the account: held while the deletion waits, ours once it is
-- carried out, free again otherwise. Its bill row follows.
create table deletion_waivers (
  deletion_id  uuid not null references deletions,
  currency     text not null,
  amount_minor bigint not null check (amount_minor > 0),
  hold_id      uuid not null unique references holds,
  bill_id      uuid not null unique references bills,
  primary key (deletion_id, currency)
);

-- An account that was closed for good holds nothing, ever: whoever posts to it is refused by this line. It is closed by
-- hand, as nothing else of an account is changed, and never opened again.
alter table accounts
  add column closed_at timestamptz,
  add constraint accounts_closed
    check (closed_at is null or (kind <> 'house' and balance_minor = 0 and held_minor = 0));
drop trigger kept_by_entries on accounts;
create trigger kept_by_entries before update on accounts for each row
  when (pg_trigger_depth() = 0 and not (
    old.closed_at is null and new.closed_at is not null
    and row (new.id, new.kind, new.code, new.owner_id, new.currency, new.balance_minor, new.held_minor,
      new.shortfall_minor, new.created_at)
    is not distinct from row (old.id, old.kind, old.code, old.owner_id, old.currency, old.balance_minor, old.held_minor,
      old.shortfall_minor, old.created_at)
  )) execute function refuse_change();

-- The audit is a chain: each row carries the hash of the one before, so that a row which is changed, left out or put in
-- later shows. Rows are numbered without gaps, one writer after another.
alter table audits
  add column number        bigint,
  add column previous_hash bytea,
  add column hash          bytea;

create function audit_hash(p_previous bytea, p_row audits) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    encode(p_previous, 'hex'), p_row.number, p_row.id, p_row.operator, p_row.verb, p_row.subject, p_row.detail,
    extract(epoch from p_row.created_at)
  )::text, 'UTF8'))
$$;

do $$
declare
  v_row audits;
  v_previous bytea := sha256('');
  v_number bigint := 0;
begin
  for v_row in select * from audits order by created_at, id loop
    v_number := v_number + 1;
    v_row.number := v_number;
    update audits a set number = v_number, previous_hash = v_previous, hash = audit_hash(v_previous, v_row)
    where a.id = v_row.id returning a.hash into v_previous;
  end loop;
end $$;

alter table audits
  alter column number set not null,
  alter column previous_hash set not null,
  alter column hash set not null,
  add constraint audits_number unique (number);
create index audits_by_subject on audits (subject, number);

create function chain_audit() returns trigger language plpgsql as $$
declare
  v_last audits;
begin
  perform pg_advisory_xact_lock(hashtextextended('audits', 0));
  -- A statement of its own, to see what the writer before has committed.
  select * into v_last from audits order by number desc limit 1;
  new.number := coalesce(v_last.number, 0) + 1;
  new.previous_hash := coalesce(v_last.hash, sha256(''));
  new.hash := audit_hash(new.previous_hash, new);
  return new;
end $$;
create trigger chained before insert on audits for each row execute function chain_audit();
create trigger immutable before update or delete or truncate on audits execute function refuse_change();
