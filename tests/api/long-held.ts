import { sql } from 'kysely'
import { expect } from 'vitest'
import { userBill } from '../../src/contract/bill.ts'
import type { Issuer } from '../../src/server/cards/issuer.ts'
import { askAboutHolds } from '../../src/server/jobs/overdue-holds.ts'
import type { World } from '../../src/server/world.ts'
import { card, customer, town, world } from './card-town.ts'
import { messagesOf, moneyOf, shop } from './cardholder.ts'

export const approved = 'cardTransaction -20 pending'
/** What the issuer tells from now on reaches us by no hook. */
export const lost = () => town.faults.set({ part: 'issuer', kind: 'lose_webhook', count: 9 })
export const money = async () => {
  const { card: balance, held } = await moneyOf(town.tested, customer, card)
  return [balance, held]
}

export async function bought(merchant = shop) {
  const asked = { cardId: card.issuerCardId, amount: '20.00', merchant, channel: 'online' } as const
  const { threadId, decision } = await town.sandbox.purchases.buy({ ...asked, kind: 'authorization' })
  expect(decision).toBe('approved')
  return threadId
}

export async function purchaseOf(threadId: string) {
  const row = await world.db
    .selectFrom('purchases')
    .selectAll()
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  return { ...row, holdId: row.hold_id ?? '' }
}

export async function hoursLeft(threadId: string) {
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from expires_at - now()) / 3600)::integer as hours from holds
    where id = ${(await purchaseOf(threadId)).holdId}`.execute(world.db)
  return rows[0]?.hours
}

/** Its time is over, and a round is run. */
export async function round(threadId: string, node = world) {
  await sql`update holds set expires_at = now() where id = ${(await purchaseOf(threadId)).holdId}`.execute(
    world.db,
  )
  await askAboutHolds(node)
  await town.tested.work()
}

/** Our world with an issuer that lets something happen before its answer is heard. */
export function meddled(meanwhile: () => Promise<unknown>): World {
  const authorizationOf: Issuer['authorizationOf'] = async request => {
    const answer = await world.issuer.authorizationOf(request)
    await meanwhile()
    return answer
  }
  return { ...world, issuer: { ...world.issuer, authorizationOf } }
}

export async function bills() {
  const page = { pageSize: 50, page: 1, cardOutId: card.cardId }
  const { list } = await town.tested.succeed(userBill, page, customer.token)
  return list.filter(({ type }) => ['cardTransaction', 'consume', 'refund'].includes(type))
}
export const told = async () =>
  (await bills()).map(({ type, amount, status }) => `${type} ${amount} ${status}`)

export const released = async () =>
  (await messagesOf(town.tested, customer)).filter(({ params }) => params.to === 'released')

export const alarms = () =>
  world.db
    .selectFrom('alarms')
    .select(['subject', 'detail', 'settled_at'])
    .where('kind', '=', 'hold_unclear')
    .where('settled_at', 'is', null)
    .execute()

/** The issuer's books lose a word, and are left with what came of it. */
export function forgetWords(threadId: string) {
  for (const { id, body } of town.sandbox.rows.told.all())
    if (body.includes(threadId)) town.sandbox.rows.told.drop(id)
}
