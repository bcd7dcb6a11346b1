-- What a customer tells us, as a dialogue with a number. A request that comes twice is one ticket: the unique key says so.
create table tickets (
  id           uuid primary key,
  number       bigint generated always as identity (start with 100001) unique,
  user_id      uuid not null references users,
  request_id   uuid not null,
  status       text not null default 'open' check (status in ('open', 'answered', 'closed')),
  ref_type     text check (ref_type in ('bill', 'card')),
  ref_id       uuid,
  -- By when we answer what was said last.
  answer_by    timestamptz not null,
  -- The customer asked for somebody else to decide.
  escalated_at timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  unique (user_id, request_id),
  check ((ref_type is null) = (ref_id is null))
);
create index tickets_by_user on tickets (user_id, id desc);
create index tickets_open on tickets (answer_by) where status = 'open';

-- One line of the dialogue; an operator's carries their name.
create table ticket_lines (
  id         uuid primary key,
  ticket_id  uuid not null references tickets on delete cascade,
  request_id uuid not null,
  operator   text,
  text       text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null default now(),
  unique (ticket_id, request_id)
);
create index ticket_lines_by_ticket on ticket_lines (ticket_id, id);

-- Pictures of a line, encrypted as documents are. Without a line they are forgotten after a day.
create table ticket_pictures (
  path       text primary key,
  user_id    uuid not null references users,
  line_id    uuid references ticket_lines on delete cascade,
  content    bytea not null,
  created_at timestamptz not null default now()
);
create index ticket_pictures_by_line on ticket_pictures (line_id);
create index ticket_pictures_by_user on ticket_pictures (user_id);

-- What an invitation brought: one row for each invited person who has qualified, so one reward at most.
create table rewards (
  invitee_id   uuid primary key references users,
  referrer_id  uuid not null references users,
  amount_minor bigint not null check (amount_minor >= 0),
  status       text not null check (status in ('waiting', 'paid', 'refused')),
  reason       text check (reason in ('off', 'same_person', 'same_device', 'no_funds')),
  transfer_id  uuid unique,
  created_at   timestamptz not null default now(),
  paid_at      timestamptz,
  check (invitee_id <> referrer_id),
  check ((status = 'paid') = (transfer_id is not null) and (status = 'paid') = (paid_at is not null))
);
create index rewards_by_referrer on rewards (referrer_id);
create index rewards_waiting on rewards (created_at) where status = 'waiting';
create index users_by_referrer on users (referred_by_id, id desc) where referred_by_id is not null;

-- Who invited somebody is settled when they register: of two people at most one was there before the other.
alter table users add constraint users_not_self_referred check (referred_by_id <> id);
create function keep_referrer() returns trigger language plpgsql as $$
begin
  raise exception 'who invited somebody is never changed' using errcode = 'GL001';
end $$;
create trigger referrer_kept before update of referred_by_id on users for each row
  when (new.referred_by_id is not null and new.referred_by_id is distinct from old.referred_by_id)
  execute function keep_referrer();

-- Which version of an agreement somebody agreed to, and when.
create table agreement_acceptances (
  user_id     uuid not null references users,
  key         text not null,
  version     text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, key, version)
);

-- What operators tell everybody; at most one is shown.
create table incidents (
  id         uuid primary key,
  zh         text not null check (length(zh) between 1 and 300),
  en         text not null check (length(en) between 1 and 300),
  set_by     text not null,
  created_at timestamptz not null default now(),
  ended_at   timestamptz
);
create unique index incidents_one on incidents ((true)) where ended_at is null;
