import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { drop } from '../../../src/contract/decision.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { funded, testPin } from '../../fixtures/account/customer.ts'
import { moneyOf, openedCard, readyCustomer, startCardWorld } from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

const tested = throughout(startCardWorld)

async function cardholder() {
  const customer = await readyCustomer(tested, '5')
  const card = await openedCard(tested, customer)
  await funded(tested, { userId: customer.userId, amountMinor: 100_000_000n })
  const recharge = (requestId: string, amount = '20') =>
    tested.send(
      convertToCardBalance,
      { cardId: card.cardId, amount, currency: 'USDT', pin: testPin, requestId },
      customer.token,
    )
  const dropped = (requestId: string, token = customer.token) => tested.succeed(drop, { requestId }, token)
  return { customer, recharge, dropped, money: () => moneyOf(tested, customer, card) }
}

test('a decision that never arrived is dropped, and moves nothing when it arrives after all', async () => {
  const { recharge, dropped, money } = await cardholder()
  const requestId = randomUUID()
  expect(await dropped(requestId)).toEqual({ isDropped: true })
  expect(await recharge(requestId)).toMatchObject({ key: 'request_changed' })
  expect(await dropped(requestId)).toEqual({ isDropped: true })
  expect(await money()).toMatchObject({ wallet: 100_000_000n, card: 0n })
})

test('one that was answered stays, be it a yes or a no', async () => {
  const { recharge, dropped, money } = await cardholder()
  const [yes, no] = [randomUUID(), randomUUID()]
  await recharge(yes)
  await recharge(no, '2000')
  expect(await dropped(no)).toEqual({ isDropped: false })
  expect(await dropped(yes)).toEqual({ isDropped: false })
  expect(await recharge(yes)).toMatchObject({ code: 1, data: { amount: '20' } })
  expect(await money()).toMatchObject({ wallet: 79_800_000n, card: 2_000n })
})

test('somebody else’s key is not touched', async () => {
  const { recharge, money } = await cardholder()
  const other = await cardholder()
  const requestId = randomUUID()
  expect(await other.dropped(requestId)).toEqual({ isDropped: true })
  expect(await recharge(requestId)).toMatchObject({ code: 1 })
  expect(await money()).toMatchObject({ card: 2_000n })
})

test('dropped in the very moment it is carried out, it is one or the other', async () => {
  const { recharge, dropped, money } = await cardholder()
  let moved = 0n
  for (let round = 0; round < 4; round++) {
    const requestId = randomUUID()
    const [envelope, { isDropped }] = await Promise.all([recharge(requestId), dropped(requestId)])
    expect('code' in envelope && envelope.code === 1).toBe(!isDropped)
    if (!isDropped) moved += 2_000n
    expect((await money()).card).toBe(moved)
  }
})
