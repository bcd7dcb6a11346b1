-- What a person wrote and where something is mailed to stands with what it is about, and goes with its customer.
update issuer_events
set payload = payload #- '{data,reason}' #- '{data,note}' #- '{data,tracking}'
where (type like 'order.%' or type = 'dispute.updated') and handled_at is not null and not answer ? 'ignored';
