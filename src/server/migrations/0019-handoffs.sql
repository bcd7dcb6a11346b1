-- Another device may put pictures into one verification, without a session: its link is opened once and lives minutes.
create table handoffs (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  applicant_id uuid not null references applicants on delete cascade,
  doc_type     text not null check (doc_type in ('idCard', 'passport')),
  token_hash   text not null unique,
  -- Of the device that opened the link; from then on the link itself is worth nothing.
  pass_hash    text,
  device       text,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  created_at   timestamptz not null default now(),
  check ((pass_hash is null) = (device is null))
);
create unique index handoffs_open on handoffs (user_id) where ended_at is null;
create index handoffs_by_pass on handoffs (pass_hash) where pass_hash is not null;
create index handoffs_by_applicant on handoffs (applicant_id);
