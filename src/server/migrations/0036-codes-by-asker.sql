-- A code belongs to the device or network that asked for it: what others ask for neither replaces it nor uses up its tries.
-- Those of before have none, and are good for who comes with nothing of their own.
alter table email_codes add column asker text not null default '';
alter table email_codes drop constraint email_codes_pkey, add primary key (email, purpose, asker);
