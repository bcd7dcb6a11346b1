-- What the network took for each transaction of the hot wallet, by its nonce: a row for every nonce that was given away, whatever
-- it was signed for. Empty until what has used it is final, and again when that block is lost.
create table nonce_fees (
  network      text not null references chain_nonces,
  nonce        bigint not null check (nonce >= 0),
  tx_hash      text,
  block_height bigint,
  block_hash   text,
  -- In the native coin's smallest unit, and in minor units rounded up, as it is booked.
  fee_raw      numeric(78, 0) check (fee_raw >= 0),
  fee_minor    bigint check (fee_minor >= 0),
  transfer_id  uuid unique references transfers,
  -- How often it was booked: a block that was final may be lost.
  endings      integer not null default 0 check (endings >= 0),
  primary key (network, nonce),
  check (num_nulls(tx_hash, block_height, block_hash, fee_raw, fee_minor) in (0, 5)),
  check ((coalesce(fee_minor, 0) > 0) = (transfer_id is not null))
);
create index nonce_fees_open on nonce_fees (network, nonce) where fee_raw is null;
create index nonce_fees_by_block on nonce_fees (network, block_height);

-- The fee of gas was kept with it; the others' are booked now, by the job that books those of today.
insert into nonce_fees (network, nonce, tx_hash, block_height, block_hash, fee_raw, fee_minor, transfer_id, endings)
select s.network, s.nonce, s.tx_hash, s.block_height, s.block_hash, s.fee_raw, s.fee_minor, s.transfer_id, s.endings
from sweeps s where s.kind = 'gas' and s.fee_raw is not null;
insert into nonce_fees (network, nonce)
select network, nonce from withdrawals where nonce is not null
union select network, nonce from sweeps where kind = 'gas'
union select network, nonce from used_up_nonces
on conflict do nothing;

alter table sweeps drop constraint sweeps_check5;
update sweeps set fee_raw = null, fee_minor = null, transfer_id = null where kind = 'gas';
alter table sweeps
  add constraint fee_of_sweep check (status <> 'done' or (fee_raw is not null) = (kind = 'sweep')),
  add constraint no_fee_of_gas check (kind = 'sweep' or fee_raw is null);
