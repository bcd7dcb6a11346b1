import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkPin, login } from '../../../src/contract/account.ts'
import type { Call } from '../../../src/contract/call.ts'
import { openCard } from '../../../src/contract/card.ts'
import { sessionRevoke } from '../../../src/contract/session.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { beginDeletion } from '../../../src/server/account/deletions.ts'
import { beginFreeze } from '../../../src/server/account/freezes.ts'
import { comparePin, hashPin, setPin } from '../../../src/server/account/pin.ts'
import { funded, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  moneyOf,
  openedCard,
  readyCustomer,
  startCardWorld,
  type TestCard,
} from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

// A PIN that was right a moment ago is not hashed again, but counts only while nothing else has changed.

const tested = throughout(startCardWorld)

const recharge = ({ cardId }: TestCard, requestId: string = randomUUID()) => ({
  cardId,
  amount: '10',
  currency: 'USDT',
  pin: testPin,
  requestId,
})

const opening = () => ({ cardTypeId: 'celadon', pin: testPin, requestId: randomUUID() })

/** Somebody who has just recharged a card, so that their PIN is remembered. */
async function known(): Promise<{ customer: TestCustomer; card: TestCard; requestId: string }> {
  const customer = await readyCustomer(tested, '5')
  const card = await openedCard(tested, customer)
  await funded(tested, { userId: customer.userId, amountMinor: 100_000_000n })
  const requestId = randomUUID()
  await tested.succeed(convertToCardBalance, recharge(card, requestId), customer.token)
  return { customer, card, requestId }
}

async function keyOf(call: Call, input: Record<string, unknown>, { token }: TestCustomer) {
  const envelope = await tested.send(call, input, token)
  return 'key' in envelope ? envelope.key : null
}

const newPin = async ({ userId }: TestCustomer) =>
  await setPin(tested.world.db, { userId, pinHash: await hashPin(tested.world, { userId, pin: '135790' }) })

const wrongTries = ({ userId }: TestCustomer, count: number) =>
  sql`insert into attempts (subject, count, window_ends_at)
    values (${`pin:${userId}`}, ${count}, now() + interval '1 hour')`.execute(tested.world.db)

test('one that is changed while others wait to be compared is not good for them', async () => {
  const { world } = tested
  const customer = await readyCustomer(tested, '0')
  const { userId } = customer
  const pinHash = await hashPin(world, { userId, pin: '135790' })
  let isChanged = false
  const compared = Array.from({ length: 4 }, () =>
    comparePin(world, { userId, sessionId: null, pin: testPin }).then(() => (isChanged ? 'after' : 'before')),
  )
  const outcomes = Promise.allSettled(compared)
  await setPin(world.db, { userId, pinHash })
  isChanged = true
  // One may have been through at that moment.
  const late = (await outcomes).filter(one => one.status === 'fulfilled' && one.value === 'after')
  expect(late.length).toBeLessThan(2)
  expect((await outcomes).at(-1)).toMatchObject({ reason: { key: 'pin_incorrect' } })
  await comparePin(world, { userId, sessionId: null, pin: '135790' })
})

test('who is signed out while they wait to be compared has nothing opened by it, and leaves no lock', async () => {
  const customer = await readyCustomer(tested, '0')
  const { email, password } = customer
  const { token } = await tested.succeed(login, { email, password })
  let isOver = false
  const asked = Array.from({ length: 8 }, async () => {
    const envelope = await tested.send(checkPin, { pin: testPin }, customer.token)
    return [isOver ? 'after' : 'before', 'code' in envelope ? envelope.code : envelope.status]
  })
  await tested.succeed(sessionRevoke, { id: 'others' }, token)
  isOver = true
  const outcomes = await Promise.all(asked)
  // One may have been through at that moment.
  expect(outcomes.filter(([when, code]) => when === 'after' && code === 1).length).toBeLessThan(2)
  expect(outcomes.at(-1)).toEqual(['after', 401])
  expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
})

const ends: [what: string, happens: (customer: TestCustomer) => Promise<unknown>, key: string][] = [
  ['another one is set', newPin, 'pin_incorrect'],
  ['five wrong ones lock it', customer => wrongTries(customer, 5), 'pin_locked'],
  [
    'the account waits for its deletion',
    ({ userId }) => beginDeletion(tested.world.db, { userId, reason: undefined }),
    'account_closing',
  ],
  [
    'the account is frozen',
    ({ userId }) => beginFreeze(tested.world.db, { userId, by: 'customer' }),
    'account_frozen',
  ],
]

describe('a remembered PIN moves nothing', () => {
  test.each(ends)('once %s', async (_, happens, key) => {
    const { customer, card, requestId } = await known()
    const before = await moneyOf(tested, customer, card)
    await happens(customer)
    expect(await keyOf(convertToCardBalance, recharge(card), customer)).toBe(key)
    expect(await keyOf(openCard, opening(), customer)).toBe(key)
    expect(await moneyOf(tested, customer, card)).toEqual(before)
    // What was done before is answered as it was.
    await tested.succeed(convertToCardBalance, recharge(card, requestId), customer.token)
    expect(await moneyOf(tested, customer, card)).toEqual(before)
  })
})

test('with wrong tries before it a remembered PIN is compared again, and takes them back', async () => {
  const { customer, card } = await known()
  await wrongTries(customer, 4)
  await tested.succeed(convertToCardBalance, recharge(card), customer.token)
  const { rows } = await sql`select 1 from attempts where subject = ${`pin:${customer.userId}`}`.execute(
    tested.world.db,
  )
  expect(rows).toEqual([])
})
