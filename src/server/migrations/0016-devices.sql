-- What a session was opened by, and the device it lives on, if that told its key.
alter table sessions add column method text not null default 'password';
alter table sessions add column device_hash text;

-- A device a customer signed in with: a keyed digest of the random key that the app keeps on it. It is told of nobody
-- as new again, and strangers who guess at the password cannot lock it out.
create table known_devices (
  user_id     uuid not null references users on delete cascade,
  device_hash text not null,
  seen_at     timestamptz not null,
  primary key (user_id, device_hash)
);

-- A change of the address a customer signs in with. Until undo_until nobody else may have the old address, and whoever
-- holds the token that was sent there takes the change back, and with it all later ones.
create table email_changes (
  number     bigint generated always as identity primary key,
  user_id    uuid not null references users on delete cascade,
  old_email  text not null,
  new_email  text not null,
  token_hash text not null unique,
  changed_at timestamptz not null,
  undo_until timestamptz not null,
  ended_at   timestamptz
);
create index email_changes_by_old_email on email_changes (old_email);
create index email_changes_by_user on email_changes (user_id);
