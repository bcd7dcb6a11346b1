import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail as billDetail } from '../../../src/contract/bill.ts'
import { lockCard } from '../../../src/server/cards/cards.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { takeBack } from '../../../src/server/hooks/authorization.ts'
import { authorizationRequest } from '../../../src/server/hooks/issuer-words.ts'
import {
  begin,
  billsOf,
  cardWith,
  customer,
  money,
  noticesOf,
  purchaseOf,
  rowOf,
  tested,
} from '../../fixtures/cards/buyer.ts'
import { ask, question, sendHook, shop, type TestCard, tellEvent } from '../../fixtures/cards/cardholder.ts'

beforeAll(async () => {
  await begin()
  tested.world.config.ISSUER_WAITS_MS = 2000
})
afterAll(() => tested.close())

describe('a decision that takes too long', () => {
  /** Somebody else has the card until `release`. */
  async function holdCard({ cardId }: TestCard) {
    let release = () => {}
    const free = new Promise<void>(resolve => {
      release = resolve
    })
    let held = () => {}
    const isHeld = new Promise<void>(resolve => {
      held = resolve
    })
    const done = transaction(tested.world.db, async db => {
      await lockCard(db, cardId)
      held()
      await free
    })
    await isHeld
    return async () => {
      release()
      await done
    }
  }

  /** The issuer's no to a question that it got no answer to. */
  async function denyUnanswered({ id, threadId, cardId, amount }: ReturnType<typeof question>) {
    const no = { threadId, cardId, amount, merchant: shop, reason: 'no_answer', authorizationId: id }
    await tellEvent(tested, 'authorization.declined_by_issuer', no)
  }

  test('gets no answer in time; the purchase is shown as declined, once, and holds nothing', async () => {
    const card = await cardWith('100')
    const release = await holdCard(card)
    const asked = question(card)
    const before = await noticesOf('declined')
    expect((await sendHook(tested, 'authorization', asked)).statusCode).toBe(503)
    await release()
    await expect.poll(() => billsOf(card)).toEqual(['cardTransaction -20 declined'])
    await denyUnanswered(asked)
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'issuer_busy' })
    expect(await money(card)).toEqual([10000n, 0n])
    const [told, ...others] = await noticesOf('declined')
    expect(told).toMatchObject({ params: { reason: 'issuer_busy' } })
    expect(others.length).toBe(before.length)
    const billId = (await rowOf(card))?.billId
    const { steps } = await tested.succeed(billDetail, { id: billId }, customer.token)
    expect(steps.map(({ what }) => what)).toEqual(['declined'])
    expect(await ask(tested, question(card))).toEqual({ decision: 'approved' })
  })

  test('and was a yes is taken back by the issuer’s no, when we could not do it ourselves', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    // The commit takes longer than the issuer waits, and taking it back fails, as it does when this node ends.
    await sql`
      create function sleep_late() returns trigger language plpgsql as $$ begin
        if new.id like 'late:%' then raise 'this node has ended'; end if;
        perform pg_sleep(2.2);
        return new;
      end $$;
      create constraint trigger sleep_late after insert on issuer_events deferrable initially deferred
        for each row when (new.type = 'authorization.asked') execute function sleep_late()`.execute(
      tested.world.db,
    )
    expect((await sendHook(tested, 'authorization', asked)).statusCode).toBe(503)
    await expect.poll(() => money(card)).toEqual([10000n, 2010n])
    await new Promise(resolve => setTimeout(resolve, 500))
    await sql`drop function sleep_late cascade`.execute(tested.world.db)
    expect(await money(card)).toEqual([10000n, 2010n])
    await denyUnanswered(asked)
    expect(await money(card)).toEqual([10000n, 0n])
    expect(await purchaseOf(asked.threadId)).toMatchObject({ status: 'declined' })
    // Had we done it after all, nothing would be told twice.
    const told = (await noticesOf('declined')).length
    await takeBack(tested.world, { request: authorizationRequest.parse(asked), payload: asked })
    expect(await money(card)).toEqual([10000n, 0n])
    expect((await noticesOf('declined')).length).toBe(told)
  })

  test('is taken back when it was a yes that was committed at the last moment', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
    expect(await money(card)).toEqual([10000n, 2010n])
    const late = { request: authorizationRequest.parse(asked), payload: asked }
    for (let time = 0; time < 2; time++) await takeBack(tested.world, late)
    expect(await money(card)).toEqual([10000n, 0n])
    expect(await billsOf(card)).toEqual(['cardTransaction -20 declined'])
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'issuer_busy' })
    expect(await purchaseOf(asked.threadId)).toMatchObject({ status: 'declined' })
  })
})
