-- One verification of a person. A restart puts the old one aside and begins another.
create table applicants (
  id           uuid primary key,
  user_id      uuid not null references users,
  status       text not null check (status in ('draft', 'pending', 'reject', 'need_more', 'approved', 'expired', 'replaced')),
  reason       text,
  profile      jsonb not null,
  doc_type     text check (doc_type in ('idCard', 'passport')),
  submitted_at timestamptz,
  decided_at   timestamptz,
  decided_by   text,
  created_at   timestamptz not null
);
create unique index applicants_current on applicants (user_id) where status <> 'replaced';

-- A picture, re-encoded and encrypted; its path says nothing and is served nowhere.
create table documents (
  path         text primary key,
  user_id      uuid not null references users,
  applicant_id uuid references applicants,
  side         text check (side in ('front', 'back', 'hold')),
  doc_type     text,
  content      bytea not null,
  width        integer not null,
  height       integer not null,
  created_at   timestamptz not null
);
create unique index documents_place on documents (applicant_id, side) where applicant_id is not null;
create index documents_by_user on documents (user_id);
