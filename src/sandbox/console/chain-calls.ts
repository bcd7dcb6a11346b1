import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { depositCurrencies, depositKinds } from '../chain/deposit.ts'
import { shaped } from '../http.ts'
import { type Parts, running } from './parts.ts'

const address = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'not an address of this chain (0x and 40 digits)'))
const amount = z
  .string('an amount is a decimal string')
  .check(z.regex(/^(0|[1-9]\d{0,12})(\.\d{1,18})?$/, 'not an amount'))
const deposit = z.strictObject({
  address,
  currency: z.enum(depositCurrencies),
  amount,
  kind: z.optional(z.enum(depositKinds)),
  secondAddress: z.optional(address),
  secondAmount: z.optional(amount),
})
const mine = z.strictObject({ blocks: z.int().check(z.minimum(1), z.maximum(500)) })
const treasury = z.strictObject({
  action: z.enum(['fund', 'drain']),
  currency: z.enum(depositCurrencies),
  amount: z.optional(amount),
})
const reorg = z.strictObject({
  depth: z.int().check(z.minimum(1), z.maximum(64)),
  transactions: z._default(z.enum(['return', 'drop']), 'return'),
})

export function chainCalls(app: FastifyInstance, parts: Parts) {
  app.post('/chain/deposit', async ({ body }) => {
    const sent = shaped(deposit, body)
    return await running(parts.chain, 'chain').deposit(sent)
  })
  app.post('/chain/mine', async ({ body }) => {
    const { blocks } = shaped(mine, body)
    return await running(parts.chain, 'chain').mine(blocks)
  })
  app.post('/chain/reorg', async ({ body }) => {
    const sent = shaped(reorg, body)
    return await running(parts.chain, 'chain').reorg(sent)
  })
  app.post('/chain/treasury', async ({ body }) => {
    const sent = shaped(treasury, body)
    return await running(parts.chain, 'chain').treasury(sent)
  })
}
