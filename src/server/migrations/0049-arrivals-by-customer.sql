-- What waits for a customer's yes is shown with the deposits of their card.
create index on card_arrivals (user_id) where confirmed_at is null;
