-- Since when the customer of a credited deposit has been told that the chain lost it, with their money standing still;
-- null again when it is back and as deep as any other. Written off, it stands still no longer.
alter table deposits add column loss_told_at timestamptz;
-- Of one that was lost because operators had the reader go back: the height at which it is told, if it is not back by then.
alter table deposits add column loss_due_height bigint;
alter table deposits add check (loss_told_at is null or status = 'credited');
update deposits set loss_told_at = lost_at where lost_at is not null;
create index deposits_lost on deposits (network, block_height) where lost_at is not null or loss_told_at is not null;
create index deposits_frozen_for on deposits (user_id) where loss_told_at is not null;

-- The chain may stop somebody's money, too: what was credited is lost, until it is found or operators have decided.
alter table freezes drop constraint freezes_frozen_by_check;
alter table freezes add constraint freezes_frozen_by_check check (frozen_by in ('customer', 'operator', 'loss'));

-- What a person looks at is on its way, too.
drop index deposits_incoming;
create index deposits_incoming on deposits (user_id) where status in ('seen', 'confirming', 'below_min', 'held');

-- What was paid for good may be in no block any more; then it has no height until it is in one again.
alter table withdrawals drop constraint withdrawals_check4;
alter table withdrawals add check (status <> 'confirming' or block_height is not null);
create index withdrawals_lost on withdrawals (network, nonce) where status = 'done' and block_height is null;
