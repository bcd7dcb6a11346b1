-- Claims that were put aside since their card would have owed too much: few, and looked for every minute.
create index issuer_events_payable on issuer_events (received_at, id) where answer ? 'takesMinor';
