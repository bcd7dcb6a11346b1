-- Below what a card's owner wants to hear of it, in USD minor units; null is never.
alter table cards add column low_balance_minor bigint check (low_balance_minor > 0);
