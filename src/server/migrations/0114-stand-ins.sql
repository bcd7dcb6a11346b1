-- Which lost card a card stands in for: what the lost one owes is its debt, and what that one paid counts against its limits.
alter table cards add column stands_in_for uuid references cards;
create index cards_stands_in_for on cards (stands_in_for) where stands_in_for is not null;

update cards set stands_in_for = o.replaces_card_id
from card_orders o where o.card_id = cards.id and o.replaces_card_id is not null;

-- A physical one for that of the application it replaces, else for the one made before it from the same virtual card.
update cards set stands_in_for = before.id
from applications a
  left join applications lost on lost.id = a.replaces_id
  cross join lateral (
    select id, status from cards earlier where earlier.id = coalesce(lost.physical_card_id, (
      select id from cards where parent_card_id = a.parent_card_id and id < a.physical_card_id order by id desc limit 1
    ))
  ) before
where a.physical_card_id = cards.id and before.status = 'lost';
