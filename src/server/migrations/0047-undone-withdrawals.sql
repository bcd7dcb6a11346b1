-- Since when the end of a withdrawal that had failed is in no block any more: it might be paid after its money was given
-- back, so its customer's money stands still. Null again when it is known to be dead, or was charged after all.
alter table withdrawals add column undone_at timestamptz;
alter table withdrawals add check (undone_at is null or (status = 'failed' and nonce is not null));
create index withdrawals_frozen_for on withdrawals (user_id) where undone_at is not null;
create index withdrawals_not_dead on withdrawals (network, nonce)
  where status = 'failed' and nonce is not null and (block_height is null or undone_at is not null);

-- An attempt that pays nobody: it only uses the nonce up, so that what had failed stays dead.
alter table withdrawal_attempts add column pays_nothing boolean not null default false;

-- What has ended has ended, but what was signed and had failed may have been paid all the same.
drop trigger promised on withdrawals;
create trigger promised before update on withdrawals for each row
  when (row (new.id, new.user_id, new.network, new.currency, new.address, new.amount_minor, new.fee_minor, new.hold_id)
      is distinct from row (old.id, old.user_id, old.network, old.currency, old.address, old.amount_minor, old.fee_minor,
        old.hold_id)
    or (old.nonce is not null and new.nonce is distinct from old.nonce)
    or (old.ended_at is not null and new.status <> old.status
      and not (old.status = 'failed' and old.nonce is not null and new.status = 'done')))
  execute function refuse_change();
drop trigger signed on withdrawal_attempts;
create trigger signed before update on withdrawal_attempts for each row
  when (row (new.withdrawal_id, new.number, new.nonce, new.tx_hash, new.raw, new.pays_nothing)
    is distinct from row (old.withdrawal_id, old.number, old.nonce, old.tx_hash, old.raw, old.pays_nothing))
  execute function refuse_change();
