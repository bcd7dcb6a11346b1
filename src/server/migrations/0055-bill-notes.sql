-- What customers write on a bill for themselves, among the words that a search looks at: beside them it would have the
-- planner guess, and look at each row in the order of the list.
alter table bills
  drop column words,
  add column note text check (note <> '' and length(note) <= 140);
alter table bills
  add column words text generated always as (lower(
    case when account = 'wallet' then '' else account end
      || E'\n' || coalesce(remark ->> 'merchant', '')
      || E'\n' || coalesce(remark ->> 'label', '')
      || E'\n' || coalesce(remark ->> 'city', '')
      || E'\n' || coalesce(remark ->> 'country', '')
      || E'\n' || coalesce(remark ->> 'last4', '')
      || E'\n' || coalesce(nullif(remark ->> 'from', 'wallet'), '')
      || E'\n' || coalesce(remark ->> 'paidCurrency', '')
      || E'\n' || coalesce(remark ->> 'network', '')
      || E'\n' || coalesce(remark ->> 'address', '')
      || E'\n' || coalesce(remark ->> 'txId', '')
      || E'\n' || coalesce(remark ->> 'note', '')
      || E'\n' || coalesce(note, ''))) stored;
