-- A refund that a customer waits for. It moves no money. A request that comes twice is one watch, and a purchase has one
-- open one at most: the unique keys say so.
create table refund_watches (
  id             uuid primary key,
  user_id        uuid not null references users,
  request_id     uuid not null,
  -- What the request asked for: what stands here may have been changed since.
  request        jsonb not null,
  purchase_id    uuid not null references purchases,
  bill_id        uuid not null references bills,
  card_id        uuid not null references cards,
  -- USD: what is expected in all, and what of it came since.
  amount_minor   bigint not null check (amount_minor > 0),
  arrived_minor  bigint not null default 0 check (arrived_minor >= 0),
  -- The day by the customer's clock, and when it was over by that clock.
  due_on         date not null,
  due_at         timestamptz not null,
  told_late_at   timestamptz,
  note           text check (note <> '' and length(note) <= 140),
  status         text not null default 'open' check (status in ('open', 'arrived', 'dropped', 'disputed')),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  ended_at       timestamptz,
  unique (user_id, request_id),
  check ((ended_at is null) = (status = 'open'))
);
create unique index refund_watches_one_open on refund_watches (purchase_id) where ended_at is null;
create index refund_watches_by_user on refund_watches (user_id, id desc);
create index refund_watches_by_purchase on refund_watches (purchase_id, id desc);
create index refund_watches_by_card on refund_watches (card_id) where ended_at is null;
create index refund_watches_due on refund_watches (due_at, id) where ended_at is null and told_late_at is null;
