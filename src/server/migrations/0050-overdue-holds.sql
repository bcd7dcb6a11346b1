-- When a hold is looked at moves on while its claim is still awaited; nothing else of it is changed by hand.
drop trigger kept_by_changes on holds;
create trigger kept_by_changes before update on holds for each row
  when (pg_trigger_depth() = 0 and (
    new.id, new.account_id, new.remaining_minor, new.state, new.reason, new.created_at, new.closed_at
  ) is distinct from (
    old.id, old.account_id, old.remaining_minor, old.state, old.reason, old.created_at, old.closed_at
  )) execute function refuse_change();

-- Those that are open already are asked about, too: the issuer knows which of them may take longer.
update holds set expires_at = created_at + interval '8 days' where state = 'open' and reason = 'authorization';
