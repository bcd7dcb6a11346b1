-- Purchases that were given back more than was paid, by their card: few, and asked for at each such refund while the card is
-- locked.
create index purchases_given_beyond on purchases (card_id, updated_at) where refunded_minor > cleared_minor;
