-- What was noticed on a picture when it came, and what its machine-readable zone says, encrypted. A picture that was read
-- and has no reading has no zone that can be read.
alter table documents
  add column looks         text[] not null default '{}',
  add column reading       bytea,
  -- A node reads it since then.
  add column claimed_at    timestamptz,
  add column read_at       timestamptz,
  add column number_digest text,
  add column expires_on    date;

create index documents_unread on documents (created_at) where read_at is null and side <> 'hold';

-- Of the document itself only a keyed digest of its number stays, to know it again, and until when it is valid. The
-- customer is told once that it will expire soon.
alter table applicants
  add column number_digest text,
  add column expires_on    date,
  add column warned_on     date;
create index applicants_by_number on applicants (number_digest) where number_digest is not null;
create index applicants_by_expiry on applicants (expires_on) where status = 'approved' and expires_on is not null;
