-- Since when the years of a card count for its annual fee: null for the day it was opened. A card that stands in for a lost
-- one goes on with its years.
alter table cards add column years_from timestamptz;
