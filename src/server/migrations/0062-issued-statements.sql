-- PDF statements that were handed out, by the code that is printed on each: what anybody can compare a file with. Whose a
-- statement is stands nowhere here, so a row says nothing of anybody and outlives its customer: who was given it may still
-- have it checked.
create table issued_statements (
  code         bytea primary key check (length(code) = 16),
  sha256       bytea not null check (length(sha256) = 32),
  kind         text not null check (kind in ('account', 'card')),
  starts_at    timestamptz not null,
  ends_at      timestamptz not null check (ends_at > starts_at),
  timezone     text not null,
  issued_at    timestamptz not null
);
create trigger immutable before update or delete or truncate on issued_statements execute function refuse_change();
