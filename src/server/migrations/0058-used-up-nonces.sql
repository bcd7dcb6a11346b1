-- Nonces that something may have been signed with in a life of the database that is lost. Before anything new is signed each
-- is used for good: by what was signed then, which is looked into, or by a transaction that pays nobody.
create table used_up_nonces (
  network      text not null references chain_nonces,
  nonce        bigint not null check (nonce >= 0),
  -- What has used it for good, and whether that paid nobody.
  tx_hash      text,
  pays_nothing boolean,
  created_at   timestamptz not null default now(),
  primary key (network, nonce),
  check ((tx_hash is null) = (pays_nothing is null))
);
create index used_up_nonces_open on used_up_nonces (network, nonce) where tx_hash is null;

-- The transactions that pay nobody, as they were signed, written before anybody is handed them.
create table nonce_fillers (
  network          text not null,
  nonce            bigint not null,
  number           integer not null check (number > 0),
  tx_hash          text not null unique,
  raw              text not null,
  max_fee_raw      numeric(78, 0) not null check (max_fee_raw > 0),
  max_priority_raw numeric(78, 0) not null check (max_priority_raw >= 0),
  created_at       timestamptz not null default now(),
  broadcast_at     timestamptz,
  answer           text check (answer in ('taken', 'refused', 'unknown')),
  primary key (network, nonce, number),
  foreign key (network, nonce) references used_up_nonces
);
