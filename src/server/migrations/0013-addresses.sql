-- Where physical cards are mailed to. A customer who has any has exactly one default: never two by the index, never none
-- by the code, which locks the customer. What is mailed keeps a copy, so a row may be changed and deleted.
create table mailing_addresses (
  id         uuid primary key,
  user_id    uuid not null references users,
  country    text not null check (country ~ '^[A-Z]{2}$'),
  state      text not null,
  city       text not null,
  address    text not null check (address <> ''),
  zip_code   text not null,
  recipient  text not null check (recipient <> ''),
  email      text not null,
  area_code  text not null,
  phone      text not null,
  is_default boolean not null,
  created_at timestamptz not null default now()
);
create unique index mailing_addresses_default on mailing_addresses (user_id) where is_default;
create index mailing_addresses_by_user on mailing_addresses (user_id);
