-- A customer's cards are compared with the issuer's again and again. What differed the last time is kept: what differs twice
-- in a row is for a person.
alter table budgets
  add column compare_at  timestamptz not null default now(),
  add column differences text[] not null default '{}';
create index budgets_by_comparison on budgets (compare_at);
