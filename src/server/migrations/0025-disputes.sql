-- A purchase that a customer contests. A request that comes twice is one dispute, and a bill row has one open one at most:
-- the unique keys say so.
create table disputes (
  id                uuid primary key,
  number            bigint generated always as identity (start with 500001) unique,
  user_id           uuid not null references users,
  request_id        uuid not null,
  bill_id           uuid not null references bills,
  card_id           uuid not null references cards,
  thread_id         text not null,
  reason            text not null
    check (reason in ('unknown', 'amount', 'notReceived', 'duplicate', 'noCash', 'cancelled')),
  -- USD.
  amount_minor      bigint not null check (amount_minor > 0),
  status            text not null default 'opened'
    check (status in ('opened', 'sent', 'evidence', 'won', 'lost', 'withdrawn', 'refused')),
  -- When the issuer was first asked: from then on it may know of it, whether we heard an answer or not.
  tried_at          timestamptz,
  issuer_dispute_id text unique,
  -- Of what the issuer told: the higher one is newer, whatever the order of arrival.
  issuer_version    integer not null default 0,
  -- What the issuer still wants to see, and by when.
  note              text,
  evidence_by       timestamptz,
  withdraw_asked_at timestamptz,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  ended_at          timestamptz,
  unique (user_id, request_id),
  check ((ended_at is null) = (status in ('opened', 'sent', 'evidence')))
);
create unique index disputes_one_open on disputes (bill_id) where ended_at is null;
create index disputes_by_user on disputes (user_id, id desc);
create index disputes_by_bill on disputes (bill_id, id desc);

-- What the customer says to it, each line sent to the issuer once.
create table dispute_lines (
  id         uuid primary key,
  dispute_id uuid not null references disputes on delete cascade,
  request_id uuid not null,
  text       text not null check (length(text) between 1 and 4000),
  status     text not null default 'waiting' check (status in ('waiting', 'sent', 'refused')),
  created_at timestamptz not null default now(),
  unique (dispute_id, request_id)
);

-- Pictures are placed as those of tickets are; they belong to the one or to the other.
alter table ticket_pictures add column dispute_line_id uuid references dispute_lines on delete cascade;
alter table ticket_pictures add check (line_id is null or dispute_line_id is null);
create index ticket_pictures_by_dispute_line on ticket_pictures (dispute_line_id);
