import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { payApply } from '../../../src/contract/application.ts'
import { sums } from '../../../src/contract/bill.ts'
import { autoRecharge, closeCard, reportLost } from '../../../src/contract/card-control.ts'
import { fees } from '../../../src/contract/cost.ts'
import { confirmTransfer } from '../../../src/contract/message.ts'
import { format, parse } from '../../../src/contract/money.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../../src/contract/wallet.ts'
import { adjust } from '../../../src/server/across/adjust.ts'
import { newId } from '../../../src/server/id.ts'
import { annualFeesRound } from '../../../src/server/jobs/annual-fees.ts'
import { balanceOf, balancesOf, houseAccount, openAccount } from '../../../src/server/ledger/ledger.ts'
import { currentMonth, monthsBack } from '../../../src/server/zone.ts'
import { expectTold } from '../../faults/histories/wallet-agreement.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { anotherCard, applied, move, movedTo, payment, resultOf } from '../../fixtures/cards/applicant.ts'
import {
  ask,
  openedCard,
  posting,
  question,
  readyCustomer,
  startCardWorld,
  type TestCard,
  tellEvent,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { arrivedAtCard } from '../../fixtures/wallet/deposit-world.ts'
import { rateOfEther } from '../../fixtures/wallet/rated.ts'

// Whatever moves money of a customer's card or wallet is in their bills and in their statement, to the last unit. What comes
// from the chain and goes there is mixed at random in tests/faults/wallet-mix.test.ts.

const tested = throughout(startCardWorld)
let customer: TestCustomer
beforeAll(async () => {
  customer = await readyCustomer(tested, '0')
  const { db } = tested.world
  const wallet = { kind: 'wallet', ownerId: customer.userId, currency: 'USDT' } as const
  await adjusted(await openAccount(db, wallet), 3_000_000_000n)
})

/** What came in less what went out is what there is: nothing else of it was anybody's before, USD counted as USDT. */
async function expectSummed() {
  const until = currentMonth('UTC')
  const from = monthsBack(new Date(`${until}-01`), 1)
    .toISOString()
    .slice(0, 7)
  const asked = { zone: 'UTC', from, until }
  const summed = await tested.succeed(sums, asked, customer.token)
  const inUsdt = (amount: string) => parse(amount, 'USDT') as bigint
  const all = await balancesOf(tested.world.db, customer.userId)
  expect(summed.reduce((sum, { in: came, out }) => sum + inUsdt(came) - inUsdt(out), 0n)).toBe(
    all.reduce((sum, { balanceMinor, currency }) => sum + inUsdt(format(balanceMinor, currency)), 0n),
  )
}

const decided = (input: object) => ({ ...input, pin: testPin, requestId: randomUUID() })

const adjusted = (accountId: string, amountMinor: bigint, reverses?: string) =>
  tested.world.db
    .transaction()
    .execute(db => adjust(db, { key: newId(), accountId, amountMinor, reason: 'other', reverses }))

async function bought(card: TestCard, amount: string, ...clearings: string[]) {
  const asked = question(card, { amount, merchant: abroad })
  expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
  const { threadId } = asked
  for (const [n, cleared] of clearings.entries()) {
    const final = n === clearings.length - 1
    await tellEvent(tested, 'clearing.posted', posting(card, cleared, { threadId, final }))
  }
  return threadId
}

const abroad = { name: 'Kiln & Co', city: 'London', country: 'GB', mcc: '5999' }

test('what is bought, comes back, is taken back, disputed and comes after the end of a card', async () => {
  const card = await openedCard(tested, customer, { rechargeAmount: '200' })
  const threadId = await bought(card, '40.00', '13.37', '30.01')
  const back = (type: string, amount: string) =>
    tellEvent(tested, type, posting(card, amount, { threadId, merchant: abroad }))
  await back('refund.posted', '5.55')
  await back('refund.reversed', '5.55')
  await back('dispute.credited', '10.01')
  const held = await bought(card, '20.00')
  await tested.succeed(closeCard, decided({ id: card.cardId }), customer.token)
  await back('refund.posted', '3.33')
  await tellEvent(tested, 'authorization.reversed', {
    threadId: held,
    cardId: card.issuerCardId,
    amount: '4.00',
    merchant: abroad,
  })
  await tellEvent(tested, 'clearing.posted', posting(card, '21.21', { threadId: held, final: true }))
  await tellEvent(tested, 'refund.posted', posting(card, '9.99', { threadId: held }))
  await expectTold(tested.world.db, customer.userId)
  await expectSummed()
})

test('what is recharged by hand and by itself, carried back, adjusted and lost', async () => {
  const card = await openedCard(tested, customer, { rechargeAmount: '20' })
  const { cardId } = card
  const { token } = customer
  await tested.succeed(convertToCardBalance, decided({ cardId, amount: '33.33', currency: 'USDT' }), token)
  await tested.succeed(convertToMasterBalance, decided({ cardId, amount: '12.34', currency: 'USD' }), token)
  const { transferId } = await adjusted(card.accountId, 777n)
  await adjusted(card.accountId, -777n, transferId)
  await adjusted(card.accountId, -101n)
  const rule = { threshold: '50', by: 'upTo', amount: '77.77', dayMax: '500', monthMax: '500' }
  await tested.succeed(autoRecharge, { id: cardId, set: { isOn: true, rule }, pin: testPin }, token)
  await tested.work()
  await tested.succeed(reportLost, decided({ id: cardId, why: 'lost', replace: true }), token)
  await workLater(tested)
  await expectTold(tested.world.db, customer.userId)
  await expectSummed()
})

test('what a physical card costs, comes back for one refused, and is paid to mail it again', async () => {
  const refused = await movedTo(tested, await anotherCard(tested, customer), 'approved', 'printing')
  await move(tested, refused.id, 'refused', 'the name cannot be printed')
  const who = await anotherCard(tested, customer)
  const { id } = await movedTo(tested, who, 'approved', 'printing', 'shipped', 'returned')
  await tested.succeed(payApply, payment(await resultOf(tested, who, id)), customer.token)
  await tested.work()
  const last = await anotherCard(tested, customer)
  await tested.succeed(payApply, payment(await applied(tested, last)), customer.token)
  tested.issuer.behaveAt('createPhysicalCard', 'declines')
  await tested.work()
  await expectTold(tested.world.db, customer.userId)
  await expectSummed()
})

test('what a card costs a year, from the card and from the wallet, and a coin that came to its address', async () => {
  const { db } = tested.world
  await rateOfEther(db, '3000.000017')
  await sql`update cards set status = 'closed' where user_id = ${customer.userId} and status = 'active'`.execute(
    db,
  )
  for (const rechargeAmount of ['0', '50']) {
    const { cardId } = await openedCard(tested, customer, { cardTypeId: 'cobalt', rechargeAmount })
    await sql`update cards set created_at = now() - interval '1 year' where id = ${cardId}`.execute(db)
    await arrivedAtCard(db, { userId: customer.userId, cardId }, { amount: '0.12345679', currency: 'ETH' })
  }
  await annualFeesRound(tested.world)
  await sql`update annual_fees set due_at = now(), next_at = now()`.execute(db)
  await annualFeesRound(tested.world)
  const charged = await db.selectFrom('annual_fees').select('paid_from').orderBy('paid_from').execute()
  expect(charged.map(({ paid_from }) => paid_from)).toEqual(['card', 'wallet'])
  const { message_id: id } = await db
    .selectFrom('card_arrivals')
    .select('message_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await tested.succeed(confirmTransfer, decided({ id }), customer.token)
  await expectTold(db, customer.userId)
})

test('what all of it cost is what came to the house as fees, and what of that it gave back', async () => {
  const { db } = tested.world
  const year = currentMonth('UTC').slice(0, 4)
  const years = [String(Number(year) - 1), year]
  const cost = new Map<string, bigint>()
  for (const year of years)
    for (const { kind, currency, amount } of (
      await tested.succeed(fees, { zone: 'UTC', year }, customer.token)
    ).kinds)
      if (kind !== 'spread')
        cost.set(currency, (cost.get(currency) ?? 0n) + (parse(amount, currency) as bigint))
  for (const currency of ['USDT', 'USD'] as const) {
    const { balanceMinor } = await balanceOf(db, await houseAccount(db, { code: 'fees', currency }))
    expect([currency, cost.get(currency)]).toEqual([currency, balanceMinor])
  }
})
