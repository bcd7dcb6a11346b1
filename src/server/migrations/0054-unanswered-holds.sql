-- Since when the issuer has not said what became of a purchase whose money is on hold beyond its time; null once it has.
alter table purchases add column unanswered_since timestamptz;
