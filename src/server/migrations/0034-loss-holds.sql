-- A credited deposit whose block was lost holds its customer's withdrawals: until when they were held before, and since.
-- Found again, it gives back the first, unless something else has held them in between.
alter table deposits add column hold_before timestamptz;
alter table deposits add column hold_set timestamptz;
