import { sql } from 'kysely'
import { compareRound } from '../../src/server/jobs/compare-cards.ts'
import { card, customer, renew as renewCustomer, town, world } from './card-town.ts'

/** Another customer with a card and 100 USD on it, and nobody else whose turn it is: before each test. */
export async function renew() {
  await sql`update budgets set compare_at = now() + interval '1 day'`.execute(world.db)
  await renewCustomer()
}

/** It is the customer's turn, and a round is run. */
export async function round(node = world) {
  await isTurn()
  await compareRound(node)
  await town.tested.work()
}

export async function isTurn() {
  await world.db
    .updateTable('budgets')
    .set({ compare_at: new Date(0) })
    .where('user_id', '=', customer.userId)
    .execute()
}

export async function budget() {
  const { rows } = await sql<{ differences: string[]; hours: number }>`
    select differences, round(extract(epoch from compare_at - now()) / 3600)::integer as hours from budgets
    where user_id = ${customer.userId}`.execute(world.db)
  return rows[0]
}

export async function alarms() {
  const rows = await world.db
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', 'card_differs')
    .where('settled_at', 'is', null)
    .execute()
  return rows.map(({ subject }) => subject)
}

export const status = async () => {
  const row = await world.db
    .selectFrom('cards')
    .select('status')
    .where('id', '=', card.cardId)
    .executeTakeFirst()
  return row?.status
}

export const atIssuer = () => {
  const found = town.sandbox.rows.cards.get(card.issuerCardId)
  if (!found) throw new Error('the issuer has no such card')
  return found
}

/** The issuer does something to the card, and no word of it is left anywhere. */
export function wordless(state: 'active' | 'frozen' | 'expired' | 'closed') {
  town.faults.set({ part: 'issuer', kind: 'lose_webhook', count: 1 })
  const id = town.sandbox.events.updateCard({ cardId: card.issuerCardId, state })
  const word = town.sandbox.rows.told.get(id)
  town.sandbox.rows.told.drop(id)
  return word
}

/** The issuer does something to the card and tells it, and it is followed. */
export async function said(state: 'active' | 'frozen') {
  town.sandbox.events.updateCard({ cardId: card.issuerCardId, state })
  for (let tries = 100; tries > 0 && town.sandbox.webhooks.waiting().length > 0; tries--)
    await new Promise(resolve => setTimeout(resolve, 20))
  await town.tested.work()
}
