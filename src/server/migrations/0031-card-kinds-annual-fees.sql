-- Kinds of card that operators have switched off: nobody opens one or applies for one, those that exist go on.
create table card_kinds_off (
  card_type_id text primary key,
  set_by       text not null,
  created_at   timestamptz not null default now()
);
