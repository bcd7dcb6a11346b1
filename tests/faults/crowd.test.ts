import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertToCardBalance, queryWallet } from '../../src/contract/wallet.ts'
import { openDatabase } from '../../src/server/database/database.ts'
import { testPin } from '../fixtures/account/customer.ts'
import { moneyOf } from '../fixtures/cards/cardholder.ts'
import { begin, card, customer, tested } from '../fixtures/cards/one-card.ts'
import { urlOf } from '../fixtures/postgres.ts'

// More is asked than can be done: who comes too late hears so at once, and what was begun is done.

beforeAll(() => begin({ wallet: '500', onCard: '100' }))
afterAll(() => tested.close())

const look = () =>
  tested.http.inject({
    method: 'POST',
    url: queryWallet.path,
    headers: { 'x-access-token': customer.token },
    payload: {},
  })
const recharge = () => {
  const requestId = randomUUID()
  const input = { cardId: card.cardId, amount: '10', currency: 'USDT', pin: testPin, requestId }
  return tested.send(convertToCardBalance, input, customer.token)
}

/** Does this while no balance can be read. */
async function whileBooksAreClosed(work: () => Promise<void>) {
  const db = openDatabase({ url: await urlOf(tested.world.db), max: 1, statementTimeoutMs: 0 })
  try {
    await db.transaction().execute(async db => {
      await sql`lock table accounts in access exclusive mode`.execute(db)
      await work()
    })
  } finally {
    await db.destroy()
  }
}

test('who comes while many have waited for long is refused at once, what moves money last; those inside are answered', async () => {
  const before = await moneyOf(tested, customer, card)
  const inside: ReturnType<typeof look>[] = []
  let letIn: ReturnType<typeof recharge> | undefined
  let refusedMoney: Awaited<ReturnType<typeof recharge>> | undefined
  await whileBooksAreClosed(async () => {
    for (let n = 0; n < 200; n++) inside.push(look())
    await sleep(600)
    letIn = recharge()
    // None of these can have asked the database for anything.
    const refused = await Promise.all(Array.from({ length: 100 }, look))
    for (const reply of refused) {
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2'])
      expect(reply.json()).toEqual({
        status: 503,
        error: 'Please try again in a moment',
        path: queryWallet.path,
      })
    }
    expect(await Promise.race([letIn, sleep(100, 'is inside')])).toBe('is inside')
    await sleep(1000)
    refusedMoney = await recharge()
  })
  expect(refusedMoney).toMatchObject({ status: 503 })
  for (const answer of inside) expect((await answer).json()).toMatchObject({ code: 1 })
  expect(await letIn).toMatchObject({ code: 1 })
  expect((await look()).json()).toMatchObject({ code: 1 })
  expect((await moneyOf(tested, customer, card)).card - before.card).toBe(1000n)
})

test('two hundred in one moment are all answered', async () => {
  const replies = await Promise.all(Array.from({ length: 200 }, look))
  for (const reply of replies) expect(reply.statusCode).toBe(200)
})
