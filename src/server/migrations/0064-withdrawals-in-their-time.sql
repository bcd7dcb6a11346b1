-- What is due is paid in the order in which it became due: one that waits longer than others holds nobody up.
drop index withdrawals_queue;
create index withdrawals_queue on withdrawals (network, currency, send_at, id) where status = 'queued';

-- Nothing is signed before its time.
create trigger in_its_time before update on withdrawals for each row
  when (old.nonce is null and new.nonce is not null and new.send_at > now()) execute function refuse_change();
