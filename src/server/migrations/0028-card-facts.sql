-- What may be so with a card at once, each on its own: a freeze of the issuer's does not end the customer's, nor either of
-- them a blocked PIN. `status` is what it comes to, in whatever order it came; `statusOf` in cards/status.ts says the same.
alter table cards
  add column frozen_by_customer boolean not null default false,
  add column frozen_by_issuer   boolean not null default false,
  -- A virtual card always is.
  add column is_activated       boolean not null default true,
  add column is_pin_blocked     boolean not null default false;

update cards set
  frozen_by_customer = status = 'frozen_user',
  frozen_by_issuer = status = 'frozen_risk',
  is_activated = status <> 'inactive',
  is_pin_blocked = status = 'pin_blocked'
where status in ('frozen_user', 'frozen_risk', 'inactive', 'pin_blocked');

alter table cards add constraint cards_status_of_facts check (
  status in ('closed', 'lost', 'expired')
  or status = case
    when frozen_by_issuer then 'frozen_risk'
    when frozen_by_customer then 'frozen_user'
    when not is_activated then 'inactive'
    when is_pin_blocked then 'pin_blocked'
    else 'active'
  end
);
