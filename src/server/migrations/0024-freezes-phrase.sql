-- Money that a customer, in one tap, or an operator has stopped, until whoever stopped it lets it go on: at most one of
-- each at a time. Those that were lifted stay, for what is asked later.
create table freezes (
  id        uuid primary key,
  user_id   uuid not null references users,
  frozen_by text not null check (frozen_by in ('customer', 'operator')),
  frozen_at timestamptz not null default now(),
  lifted_at timestamptz check (lifted_at >= frozen_at)
);
create unique index freezes_open on freezes (user_id, frozen_by) where lifted_at is null;
create index freezes_by_user on freezes (user_id, id desc);

-- What a customer wants to read in every letter of ours, sealed; null when they chose none. It goes with them.
alter table users
  add column phrase bytea,
  drop constraint users_deleted,
  add constraint users_deleted check (
    deleted_at is null or (
      phrase is null and coalesce(
        email, password_hash, nickname, pin_hash, refer_code, telegram_name, telegram_id::text, referred_by_id::text
      ) is null
    )
  );
