-- What a device says of itself when its customer wants that with a ticket: text, as they saw it.
alter table tickets add column diagnostic text check (length(diagnostic) <= 4000);
