import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCard } from '../../src/contract/card.ts'
import type { IssuedCard, Issuer, IssuerAnswer } from '../../src/server/cards/issuer.ts'
import { balancesOf } from '../../src/server/ledger/ledger.ts'
import { moneyOf, readyCustomer, workLater } from '../api/cardholder.ts'
import { type TestCustomer, testPin } from '../api/customer.ts'
import { type StandInIssuer, standInIssuer } from '../ports/stand-in-issuer.ts'
import { startWorld, type TestWorld } from '../world.ts'

// Three in ten answers of the issuer are faults: a no, silence before it did anything, and silence after it made the card.
// Ten thousand openings are OPENINGS=10000; every run does fewer.

const openings = Number(process.env.OPENINGS ?? 2000)
const customersCount = 20
const atOnce = 5
const rechargeUsdt = 10
// Celadon: 5 to open, 1 % of the recharge on top.
const costMinor = 15_100_000n

let tested: TestWorld
let standIn: StandInIssuer
let customers: TestCustomer[]
const faults = { no: 0, before: 0, after: 0, asked: 0 }
beforeAll(async () => {
  standIn = standInIssuer()
  tested = await startWorld({ issuer: faulty(standIn) })
  const each = Math.ceil(openings / customersCount) * 16
  customers = []
  for (let count = 0; count < customersCount; count++)
    customers.push(await readyCustomer(tested, String(each)))
})
afterAll(() => tested.close())

/** An issuer that fails three times in ten. What it has made it does not deny. */
function faulty(well: StandInIssuer): Issuer {
  const random = randomFrom(Number(process.env.SEED ?? 7))
  return {
    ...well,
    async createCard(request): Promise<IssuerAnswer<IssuedCard>> {
      faults.asked++
      const luck = random()
      if (luck < 0.1) {
        faults.after++
        await well.createCard(request)
        return { outcome: 'unknown' }
      }
      if (luck < 0.2) {
        faults.before++
        return { outcome: 'unknown' }
      }
      if (luck < 0.3 && !well.cards.has(request.reference)) {
        faults.no++
        well.behaveAt('createCard', 'declines')
      }
      return await well.createCard(request)
    },
  }
}

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Opens as many cards at once as a customer may have, and waits until the issuer has surely answered for each. */
async function openSome(count: number) {
  const { db } = tested.world
  for (let left = count; left > 0; left -= customersCount)
    await Promise.all(customers.slice(0, left).map(({ token }) => order(token)))
  await tested.work()
  while (await isOpening()) await workLater(tested)
  await db.updateTable('cards').set({ status: 'closed' }).execute()
}

/** Asks as the app does: again with the same key while there is no answer. */
async function order(token: string) {
  const decision = { cardTypeId: 'celadon', rechargeAmount: String(rechargeUsdt), pin: testPin }
  const input = { ...decision, requestId: randomUUID() }
  let answer = await tested.send(openCard, input, token)
  while ('status' in answer && answer.status === 503) answer = await tested.send(openCard, input, token)
  expect(answer).toMatchObject({ code: 1 })
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

test(`${openings} openings with three in ten faults leave as many cards as charges and no hold behind`, async () => {
  const { db } = tested.world
  const before = await Promise.all(customers.map(customer => moneyOf(tested, customer)))
  for (let done = 0; done < openings; done += customersCount * atOnce)
    await openSome(Math.min(customersCount * atOnce, openings - done))

  const orders = await db.selectFrom('card_orders').select(['id', 'status', 'user_id']).execute()
  expect(orders).toHaveLength(openings)
  const opened = orders.filter(({ status }) => status === 'success').map(({ id }) => id)
  const refused = orders.filter(({ status }) => status === 'fail')
  expect(opened.length + refused.length).toBe(openings)

  // The issuer's list is ours, and each card was charged once, in its three parts.
  expect([...standIn.cards.keys()].sort()).toEqual([...opened].sort())
  const cards = await db.selectFrom('cards').select(['order_id', 'issuer_card_id']).execute()
  expect(cards.map(({ order_id }) => order_id).sort()).toEqual([...opened].sort())
  for (const { order_id, issuer_card_id } of cards)
    expect(standIn.cards.get(order_id ?? '')?.issuerCardId).toBe(issuer_card_id)
  for (const reason of ['open-fee', 'recharge-fee', 'recharge'])
    expect(await transfersOf(reason)).toEqual(opened.map(id => `${reason}:${id}`).sort())

  // What was refused came back in full, and nothing waits any more.
  expect(await db.selectFrom('holds').select('id').where('state', '=', 'open').execute()).toEqual([])
  expect(await db.selectFrom('jobs').select('kind').execute()).toEqual([])
  for (const [place, customer] of customers.entries()) {
    const mine = orders.filter(({ user_id, status }) => user_id === customer.userId && status === 'success')
    const after = await moneyOf(tested, customer)
    expect((before[place]?.wallet ?? 0n) - after.wallet).toBe(BigInt(mine.length) * costMinor)
    expect(after.walletHeld).toBe(0n)
    const onCards = (await balancesOf(db, customer.userId)).filter(({ kind }) => kind === 'card')
    expect(onCards.map(({ balanceMinor }) => balanceMinor)).toEqual(mine.map(() => 1000n))
  }
  const share = (faults.no + faults.before + faults.after) / faults.asked
  expect(share).toBeGreaterThan(0.25)
  expect(Math.min(faults.no, faults.before, faults.after)).toBeGreaterThan(openings / 20)
}, 3600_000)
