-- What fees came to in a year: rows that are named fees and openings are found by their kind. Among refunds and transfers,
-- of which an account may have any number, few are costs: fees that were given back, and conversions with their rate.
create index bills_costing on bills (user_id, id desc)
  where kind = 'refund' and remark ? 'cardType'
     or kind = 'transfer' and (remark ? 'referenceRate' or remark ->> 'adjusted' = 'fee_return');
