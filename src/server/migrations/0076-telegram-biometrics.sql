-- Beside passkeys: a token in the biometric storage of Telegram on a phone. It confirms payments and signs nobody in. Its
-- credential is the hash of the token, and it counts only together with the key of the device that it was made on.
alter table passkeys
  add column kind text not null default 'passkey' check (kind in ('passkey', 'telegram')),
  add column device_hash text,
  alter column public_key drop not null,
  add check ((kind = 'passkey') = (public_key is not null)),
  add check ((kind = 'telegram') = (device_hash is not null));
