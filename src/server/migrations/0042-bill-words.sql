-- What a search looks at stands beside the row: the words a person reads on it, and apart from them, as marks, what only
-- decides how the app calls it. Nothing of it is put together while a million rows are looked through. No index of parts
-- of words: it would be written with every movement of money, and knows no Chinese word of two characters.
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
      || E'\n' || coalesce(remark ->> 'note', ''))) stored,
  add column marks text generated always as (
    case when account = 'wallet' then 'wallet' else 'card' end
      || case when kind = 'fee' then coalesce(' ' || (remark ->> 'fee'), '') else '' end
      || case when kind = 'openCard' then coalesce(' of ' || (remark ->> 'cardType'), '') else '' end
      || case when remark ? 'rate' then ' rate' else '' end
      || case when remark ? 'reward' then ' reward' else '' end
      || case when remark ? 'auto' then ' auto' else '' end
      || case when remark ? 'adjusted' then ' adjusted' else '' end
      || case when remark ? 'dispute' then ' dispute' else '' end
      || case when remark ? 'withdrawn' then ' withdrawn' else '' end) stored;
