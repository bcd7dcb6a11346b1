-- Why an operator asks for more or refuses is a code, with words in both languages; what they add is a note, as they wrote it.
alter table applicants add column note text;
update applicants set note = reason, reason = 'other' where reason is not null;
