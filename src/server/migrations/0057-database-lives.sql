-- In which life of the database payments of a network are signed: a restored backup, a copy and a promoted standby are other
-- ones. Null where they were signed before this was written down: nobody knows in which. `stopped_by`: the operator who has
-- stopped all signing.
alter table chain_nonces add column life text;
alter table chain_nonces add column stopped_by text;
