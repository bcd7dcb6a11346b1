import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjust } from '../../../src/server/across/adjust.ts'
import type { Db } from '../../../src/server/database/database.ts'
import { newId } from '../../../src/server/id.ts'
import { begin, cardWith, money, purchaseOf, tested } from '../../fixtures/cards/buyer.ts'
import { ask, question, type TestCard } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

const taken = (db: Db, { accountId }: TestCard, amountMinor: bigint) =>
  adjust(db, { key: newId(), accountId, amountMinor, reason: 'correction' })

/** Until somebody waits for a lock that is held. */
async function untilSomebodyWaits(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      tested.world.db,
    )
    return rows.length
  }
  await expect.poll(waiting, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
}

test('what an operator takes while a purchase is decided comes before it: the answer is a no, not a fault', async () => {
  const card = await cardWith('25')
  const asked = question(card, { amount: '20.00' })
  const answer = await tested.world.db.transaction().execute(async db => {
    await taken(db, card, -1000n)
    const answer = ask(tested, asked)
    await untilSomebodyWaits()
    return { answer }
  })
  expect(await answer.answer).toEqual({ decision: 'declined', reason: 'no_money' })
  expect(await money(card)).toEqual([1500n, 0n])
  expect(await purchaseOf(asked.threadId)).toMatchObject({ status: 'declined' })
})

test('many purchases and operators at once: each has an answer, and nothing is below zero', async () => {
  const card = await cardWith('100')
  const work = Array.from({ length: 12 }, (_, index) =>
    index % 2 === 0
      ? ask(tested, question(card, { amount: '19.00' })).then(({ decision }) => decision)
      : taken(tested.world.db, card, -900n).then(
          () => 'taken',
          error => String(error),
        ),
  )
  const answers = await Promise.all(work)
  const count = (what: RegExp) => answers.filter(answer => what.test(answer)).length
  expect(count(/^(approved|declined|taken)$|too little/)).toBe(answers.length)
  const [onCard = 0n, held = 0n] = await money(card)
  expect(onCard).toBe(10000n - 900n * BigInt(count(/taken/)))
  expect(onCard - held).toBeGreaterThanOrEqual(0n)
})
