-- How far the issuer's own log of events has been read, by its clock: what its hooks did not bring is found there.
create table issuer_log (
  is_only boolean primary key default true check (is_only),
  told_to timestamptz not null
);
