import * as z from 'zod/mini'
import { call } from './call.ts'
import { amount, coin } from './field.ts'
import { deposit } from './wallet.ts'

/** A transaction's hash as networks write it, with `0x` or without. */
export const txHash = z.string('txHash').check(z.trim(), z.regex(/^(0x)?[0-9a-f]{64}$/i, 'txHash'))

export const findDeposit = call({
  path: '/api/customer/cryptoCurrency/findDeposit',
  promise:
    "Looks for the caller's money in a transaction: asks our own node, then the books, and moves nothing. What should be in the books and is not calls a person by itself. Thirty times an hour.",
  input: z.strictObject({ txId: txHash, chain: z.string().check(z.maxLength(16, 'chain')) }),
  output: z.strictObject({
    /**
     * `silent`: the node did not answer, nothing is known. `unknown`: it knows none of that hash. `waiting`: in no block
     * yet. `failed`: the chain refused it. `deposited`: `deposits` has what it brought. `reading`: it pays the caller, and
     * we have not read its block. `missed`: it does, we have, and it is in no books: a person was called. `stray`: what
     * came is of `tokens`, which we do not carry. `elsewhere`: it paid `paid`, and no address of the caller.
     */
    state: z.enum([
      'silent',
      'unknown',
      'waiting',
      'failed',
      'deposited',
      'reading',
      'missed',
      'stray',
      'elsewhere',
    ]),
    /** What of it is in the books, at whichever address of the caller. */
    deposits: z.array(deposit),
    /** The contracts of tokens that came and that we do not carry. */
    tokens: z.array(z.string()),
    /** Whom it paid in coins that we carry, five at most: to compare with the address that was meant. */
    paid: z.array(z.strictObject({ address: z.string(), amount, currency: coin })),
  }),
  refuses: ['currency_unsupported', 'limit_exceeded'],
})
