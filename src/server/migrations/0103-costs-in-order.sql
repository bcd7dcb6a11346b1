-- All that bills cost, newest first, from one index: put together from those of each kind, the way was at times taken for
-- dearer than through every bill of the customer, as statistics happened to be.
create index bills_cost on bills (user_id, id desc)
  where kind = 'fee' or kind = 'openCard' or kind = 'refund' and remark ? 'cardType'
     or kind = 'transfer' and (remark ? 'referenceRate' or remark ->> 'adjusted' = 'fee_return');
