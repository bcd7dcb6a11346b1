-- What a customer reads about their money: one row per thing that happened, following its state.
create table bills (
  id           uuid primary key,
  user_id      uuid not null references users,
  kind         text not null,
  amount_minor bigint not null,
  currency     text not null,
  fee_minor    bigint not null default 0,
  account      text not null,
  card_id      uuid,
  remark       jsonb not null default '{}',
  status       text not null check (status in ('pending', 'done', 'declined', 'reversed', 'expired', 'failed')),
  trace_id     uuid not null,
  transfer_id  uuid,
  steps        jsonb not null default '[]',
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
create index bills_by_user on bills (user_id, id desc);
create index bills_by_user_kind on bills (user_id, kind, id desc);
create index bills_by_card on bills (card_id, id desc) where card_id is not null;
create index bills_by_trace on bills (trace_id);

create table messages (
  id          uuid primary key,
  user_id     uuid not null references users,
  kind        text not null check (kind in ('system', 'balance', 'verify', 'feedback')),
  notice_type text not null,
  params      jsonb not null,
  action      text,
  event_key   text not null,
  read_at     timestamptz,
  created_at  timestamptz not null,
  unique (user_id, event_key)
);
create index messages_by_user on messages (user_id, id desc);
create index messages_unread on messages (user_id, kind) where read_at is null;
