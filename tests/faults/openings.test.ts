import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmCardHolderId, generatorCardHolderUrl } from '../../src/contract/application.ts'
import type { Envelope } from '../../src/contract/call.ts'
import { openCard } from '../../src/contract/card.ts'
import { format, parse } from '../../src/contract/money.ts'
import { costOf } from '../../src/server/cards/orders.ts'
import type { CardOrderTable } from '../../src/server/cards/tables.ts'
import { type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import { mintedCustomers } from '../fixtures/cards/minted.ts'
import { startWorld, type TestWorld } from '../fixtures/world.ts'
import { kinds, reading, startFaultyIssuer } from './histories/faulty-issuer.ts'

// Three in ten answers of the issuer are faults, at every call that an opening makes: a no; out of order, cut off, silent
// or garbled, before it did anything and after. At the end of every test world its books are recomputed, too.

const openings = Number(process.env.OPENINGS ?? 10_000)
/** As many as one person may have. */
const cardsEach = 5
const customersAtOnce = 40
/** Of the kind whose cardholders are asked on the issuer's own page. */
const strictShare = 8
const rechargeUsd = '10'
const fundedUsdt = '100'
const calls = ['/v1/budgets', '/v1/cardholder-sessions', '/v1/cards']

let tested: TestWorld
let faulty: Awaited<ReturnType<typeof startFaultyIssuer>>
beforeAll(async () => {
  const appUrl = 'http://127.0.0.1:3000'
  faulty = await startFaultyIssuer({ seed: Number(process.env.SEED ?? 7), appUrl })
  tested = await startWorld({ issuer: faulty.issuer })
})
afterAll(async () => {
  await tested.close()
  await faulty.close()
})

/** New customers open as many cards as each may have, and the issuer is asked until it has surely answered for each. */
async function openSome(count: number): Promise<void> {
  const customers = await mintedCustomers(tested, {
    count: Math.ceil(count / cardsEach),
    usdt: fundedUsdt,
  })
  await Promise.all(
    customers.map(async (customer, place) => {
      const wanted = Math.min(cardsEach, count - place * cardsEach)
      const kind = place % strictShare === 0 ? await strictKind(customer) : { cardTypeId: 'celadon' }
      for (let ordered = 0; ordered < wanted; ordered++) await order(customer, kind)
    }),
  )
  while (await isOpening()) {
    await sql`update jobs set run_at = '1970-01-01' where run_at > now()`.execute(tested.world.db)
    // As three nodes.
    await Promise.all([tested.work(), tested.work(), tested.work()])
  }
}

/** The issuer's own page has asked the cardholder; what it did not answer, or said no to, is asked again. */
async function strictKind({ token }: TestCustomer) {
  const cardTypeId = 'oxblood'
  const session = await untilAnswered(
    () =>
      tested.send(
        generatorCardHolderUrl,
        { cardTypeId, returnPath: '/pages/openCardKyc/openCardKyc' },
        token,
      ),
    answer => 'key' in answer && answer.key === 'modify_failed',
  )
  const { cardHolderId } = session as { cardHolderId: string }
  faulty.confirm(cardHolderId)
  expect(await untilAnswered(() => tested.send(confirmCardHolderId, { cardHolderId }, token))).toMatchObject({
    status: 'confirmed',
  })
  return { cardTypeId, cardHolderId }
}

/** Asks as the app does: again with the same key while there is no answer. */
async function order({ token }: TestCustomer, kind: { cardTypeId: string; cardHolderId?: string }) {
  const input = { ...kind, rechargeAmount: rechargeUsd, pin: testPin, requestId: randomUUID() }
  await untilAnswered(() => tested.send(openCard, input, token))
}

async function untilAnswered(
  ask: () => Promise<Envelope>,
  isAskedAgain: (answer: Envelope) => boolean = () => false,
): Promise<unknown> {
  let answer = await ask()
  while (('status' in answer && answer.status === 503) || isAskedAgain(answer)) answer = await ask()
  expect(answer).toMatchObject({ code: 1 })
  return (answer as { data: unknown }).data
}

async function isOpening(): Promise<boolean> {
  const { db } = tested.world
  const open = db.selectFrom('card_orders').select('id').where('status', '=', 'opening').limit(1)
  return (await open.executeTakeFirst()) !== undefined
}

async function transfersOf(reason: string): Promise<string[]> {
  const { db } = tested.world
  const rows = await db
    .selectFrom('transfers')
    .select('idempotency_key')
    .where('reason', '=', reason)
    .execute()
  return rows.map(({ idempotency_key }) => idempotency_key).sort()
}

/** The issuer's lists and ours name the same cards and the same customers' budgets, each once. */
async function expectSameCards(opened: readonly string[]) {
  const { db } = tested.world
  const [atIssuer, budgetsThere] = [faulty.rows.cards.all(), faulty.rows.budgets.all()]
  const cards = await db
    .selectFrom('cards')
    .select(['order_id', 'issuer_card_id', 'last4', 'user_id'])
    .execute()
  const ours = cards.map(({ order_id, issuer_card_id, last4 }) => `${order_id} ${issuer_card_id} ${last4}`)
  const theirs = atIssuer.map(({ reference, id, last4 }) => `${reference} ${id} ${last4}`)
  expect(theirs.sort()).toEqual(ours.sort())
  expect(cards.map(({ order_id }) => order_id).sort()).toEqual([...opened].sort())

  const budgets = await db.selectFrom('budgets').select(['user_id', 'issuer_budget_id']).execute()
  const references = new Map(budgetsThere.map(({ id, reference }) => [id, reference]))
  expect(new Set(references.values()).size).toBe(budgetsThere.length)
  for (const { user_id, issuer_budget_id } of budgets) expect(references.get(issuer_budget_id)).toBe(user_id)
  const owners = new Map(cards.map(({ issuer_card_id, user_id }) => [issuer_card_id, user_id]))
  for (const { id, budgetId } of atIssuer) expect(references.get(budgetId)).toBe(owners.get(id))
}

/** What was refused came back in full and says so, in a row and in a message; what was opened is told once. */
async function expectTold(orders: readonly Ordered[]) {
  const { db } = tested.world
  const rows = await db
    .selectFrom('bills')
    .select(['id', 'status', 'steps', 'amount_minor'])
    .where('kind', '=', 'openCard')
    .execute()
  const bills = new Map(rows.map(row => [row.id, row]))
  const messages = await db.selectFrom('messages').select(['notice_type', 'params', 'event_key']).execute()
  const told = messages.map(({ event_key, notice_type, params }) => {
    return `${event_key} ${notice_type} ${params.amount ?? ''} ${params.currency ?? ''}`.trim()
  })
  const due = orders.map(order =>
    order.status === 'fail'
      ? `open-card:${order.id} openCardFail ${totalOf(order)} USDT`
      : `open-card:${order.id} openCardSuccess`,
  )
  expect(told.sort()).toEqual(due.sort())
  for (const order of orders) {
    const { status, steps } = bills.get(order.bill_id) ?? {}
    expect(status).toBe(order.status === 'fail' ? 'failed' : 'done')
    if (order.status !== 'fail') continue
    expect(steps?.at(-1)).toMatchObject({ what: 'refused', detail: { returned: totalOf(order) } })
  }
}

/** Each customer has paid for the cards they have, and for nothing else; nothing waits any more. */
async function expectPaid(orders: readonly Ordered[]) {
  const { db } = tested.world
  expect(await db.selectFrom('holds').select('id').where('state', '=', 'open').execute()).toEqual([])
  expect(await db.selectFrom('jobs').select('kind').execute()).toEqual([])
  const leftMinor = new Map(orders.map(({ user_id }) => [user_id, parse(fundedUsdt, 'USDT') ?? 0n]))
  for (const order of orders) {
    if (order.status !== 'success') continue
    leftMinor.set(order.user_id, (leftMinor.get(order.user_id) ?? 0n) - costOf(order).totalMinor)
  }
  const accounts = await db
    .selectFrom('accounts')
    .select(['owner_id', 'kind', 'balance_minor', 'held_minor'])
    .where('kind', '<>', 'house')
    .execute()
  for (const { owner_id, kind, balance_minor, held_minor } of accounts) {
    expect(held_minor).toBe(0n)
    expect(balance_minor).toBe(kind === 'card' ? parse(rechargeUsd, 'USD') : leftMinor.get(owner_id ?? ''))
  }
  expect(accounts.filter(({ kind }) => kind === 'wallet')).toHaveLength(leftMinor.size)
}

type Ordered = Pick<
  CardOrderTable,
  'id' | 'user_id' | 'status' | 'bill_id' | 'open_fee_minor' | 'recharge_minor' | 'fee_minor'
>

const totalOf = (order: Ordered) => format(costOf(order).totalMinor, 'USDT')

/** Three in ten of all that was asked went wrong; where there are enough to tell, every kind of fault came at every call. */
function expectFaults() {
  const { asked, faults } = faulty.seen
  expect([...asked.keys()].sort()).toEqual([...calls, reading].sort())
  const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0)
  const share = sum([...faults.values()].flatMap(counts => [...counts.values()])) / sum(asked.values())
  expect(share).toBeGreaterThan(0.27)
  if (openings < 5000) return
  for (const call of calls) expect([...(faults.get(call)?.keys() ?? [])].sort()).toEqual([...kinds].sort())
}

test(`${openings} openings with three in ten faults leave as many cards as charges and no hold behind`, async () => {
  const { db } = tested.world
  const each = customersAtOnce * cardsEach
  for (let done = 0; done < openings; done += each) await openSome(Math.min(each, openings - done))

  const orders = await db
    .selectFrom('card_orders')
    .select(['id', 'user_id', 'status', 'reason', 'bill_id', 'open_fee_minor', 'recharge_minor', 'fee_minor'])
    .execute()
  expect(orders).toHaveLength(openings)
  const opened = orders.filter(({ status }) => status === 'success').map(({ id }) => id)
  const refused = orders.filter(({ status }) => status === 'fail')
  expect(opened.length + refused.length).toBe(openings)
  expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['budget_failed', 'card_open_failed']))

  await expectSameCards(opened)
  for (const reason of ['open-fee', 'recharge-fee', 'recharge'])
    expect(await transfersOf(reason)).toEqual(opened.map(id => `${reason}:${id}`).sort())
  await expectTold(orders)
  await expectPaid(orders)
  expectFaults()
}, 3600_000)
