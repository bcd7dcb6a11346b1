-- Bills of a card, and of a kind of a card: a long life must not be read whole for its one refund. Whose they are stands
-- beside, so that they are counted in the index.
drop index bills_by_card;
create index bills_by_card on bills (card_id, id desc) include (user_id) where card_id is not null;
create index bills_by_card_kind on bills (card_id, kind, id desc) include (user_id) where card_id is not null;

-- What a statement says of a transfer.
create index bills_by_transfer on bills (transfer_id) where transfer_id is not null;
