-- What customers write on a bill for themselves, found by a search as the other words of the row.
alter table bills add column note text check (note <> '' and length(note) <= 140);
