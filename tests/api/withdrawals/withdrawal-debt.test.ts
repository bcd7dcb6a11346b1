import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { repayDebt } from '../../../src/contract/wallet.ts'
import { transferOut, transferOutQuote } from '../../../src/contract/withdrawal.ts'
import { funded, testPin } from '../../fixtures/account/customer.ts'
import { indebted } from '../../fixtures/cards/indebted.ts'
import { asked, type Withdrawer, withdrawer } from '../../fixtures/wallet/withdrawer.ts'
import { begin, clearQueue, tested } from '../../fixtures/wallet/withdrawing.ts'

// What a customer's cards owe stays in the wallet until it is repaid; the rest may leave.

beforeAll(begin)
afterAll(() => tested.close())
afterEach(clearQueue)

const send = (owner: Withdrawer, changed: object) =>
  tested.send(transferOut, asked(owner, { ...changed }), owner.token)
const quoted = (owner: Withdrawer, currency: string) =>
  tested.succeed(transferOutQuote, { currency, chain: 'ERC20' }, owner.token)

test('a withdrawal leaves in the wallet what the cards owe', async () => {
  const owner = await withdrawer(tested, { amountMinor: 100_000_000n })
  const cardId = await indebted(tested.world.db, owner.userId, '30')
  const debt = { owed: '30', cardId, last4: '4242' }
  expect(await quoted(owner, 'USDT')).toMatchObject({ available: '100', max: '70', debt })
  expect(await send(owner, { amount: '70.01' })).toMatchObject({ key: 'debt_unpaid', data: debt })
  expect(await quoted(owner, 'USDT')).toMatchObject({ available: '100' })
  expect(await send(owner, { amount: '70' })).toMatchObject({ code: 1 })
  const repaid = { id: cardId, amount: '30', pin: testPin, requestId: randomUUID() }
  expect(await tested.succeed(repayDebt, repaid, owner.token)).toMatchObject({ walletAvailable: '0' })
  expect(await quoted(owner, 'USDT')).not.toHaveProperty('debt')
})

test('withdrawing and repaying at once take what is there once', async () => {
  const owner = await withdrawer(tested, { amountMinor: 100_000_000n })
  const id = await indebted(tested.world.db, owner.userId, '30')
  const repay = { id, amount: '30', pin: testPin, requestId: randomUUID() }
  const [whole, rest, repaid] = await Promise.all([
    send(owner, { amount: '100' }),
    send(owner, { amount: '70' }),
    tested.send(repayDebt, repay, owner.token),
  ])
  expect(whole).toMatchObject({ key: expect.stringMatching(/^(debt_unpaid|balance_insufficient)$/) })
  expect([rest, repaid]).toMatchObject([{ code: 1 }, { code: 1, data: { amount: '30' } }])
  expect(await quoted(owner, 'USDT')).toMatchObject({ available: '0' })
})

test('another coin stays, too, while there is less USDT than is owed', async () => {
  const owner = await withdrawer(tested, { amountMinor: 1_000_000_000n, currency: 'ETH' })
  await indebted(tested.world.db, owner.userId, '30')
  const eth = { currency: 'ETH', amount: '1', receive: '0' }
  expect(await quoted(owner, 'ETH')).toMatchObject({ available: '10', max: '0' })
  const { fee } = await quoted(owner, 'ETH')
  const receive = `${1 - Number(fee)}`
  expect(await send(owner, { ...eth, receive })).toMatchObject({ key: 'debt_unpaid' })
  await funded(tested, { userId: owner.userId, amountMinor: 30_000_000n, currency: 'USDT' })
  expect(Number((await quoted(owner, 'ETH')).max)).toBeGreaterThan(0)
  expect(await send(owner, { ...eth, receive })).toMatchObject({ code: 1 })
})
