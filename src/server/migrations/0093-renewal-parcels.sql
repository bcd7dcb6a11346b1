-- The parcel with the new plastic of a card, as the issuer tells of its order; nothing before it was told of.
alter table card_renewals
  add column order_version    integer not null default 0,
  add column parcel           text check (parcel in ('shipped', 'delivered', 'returned')),
  add column parcel_at        timestamptz,
  add column carrier          text,
  add column tracking_number  text,
  add constraint card_renewals_parcel_told check ((parcel is null) = (parcel_at is null));
