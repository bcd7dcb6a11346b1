import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestCustomer } from '../../fixtures/account/customer.ts'
import type { TestCard } from '../../fixtures/cards/cardholder.ts'
import {
  anniversary,
  begin,
  cardholder,
  clocked,
  daysBefore,
  end,
  feesOf,
  noticesOf,
  renew,
  round,
  tested,
} from '../../fixtures/cards/fee-year.ts'
import { replaced as standIn } from '../../fixtures/cards/replaced.ts'

// A lost card is replaced for nothing, and its years go on: else a fee that nears would be avoided by a loss.

beforeAll(begin)
afterAll(end)
beforeEach(renew)

/** Replaced by a card of that moment. */
async function replaced(
  owner: TestCustomer,
  lost: TestCard,
  at: string | Date = anniversary,
): Promise<TestCard> {
  await sql`delete from clock.stopped`.execute(clocked.db)
  const card = await standIn(tested, owner, lost)
  const made = { created_at: new Date(at) }
  await clocked.db.updateTable('cards').set(made).where('id', '=', card.cardId).execute()
  return card
}

const yearsLater = (years: number) => `${2021 + years}${anniversary.slice(4)}`

test('what was told of a lost card is charged of the one that stands in for it, and the next year as well', async () => {
  const [customer, card] = await cardholder({ usd: '50' })
  await round(daysBefore(30))
  expect(await noticesOf(customer)).toEqual(['feeAhead'])
  const another = await replaced(customer, card)
  await round(anniversary)
  await round(anniversary)
  expect(await feesOf(customer, another)).toMatchObject([{ amount: '-12' }])
  const third = await replaced(customer, another)
  await round(new Date(Date.parse(yearsLater(1)) - 30 * 86_400_000))
  await round(yearsLater(1))
  expect(await feesOf(customer, another)).toHaveLength(1)
  expect(await feesOf(customer, third)).toMatchObject([{ amount: '-12' }])
  expect(await feesOf(customer, card)).toEqual([])
})

test('what was promised with the lost card holds for the one that stands in for it', async () => {
  const [customer, card] = await cardholder({ usd: '50' })
  const promise = clocked.db.updateTable('cards').set({ annual_fee_minor: 7_000_000n })
  await promise.where('id', '=', card.cardId).execute()
  const another = await replaced(customer, card)
  await round(daysBefore(30))
  await round(anniversary)
  expect(await feesOf(customer, another)).toMatchObject([{ amount: '-7' }])
})

test('a year that began while nothing was in the place of a lost card costs nothing; the next one does', async () => {
  const [customer, card] = await cardholder({ usd: '50' })
  const later = new Date(Date.parse(anniversary) + 90 * 86_400_000)
  const another = await replaced(customer, card, later)
  await round(later)
  await round(new Date(later.getTime() + 31 * 86_400_000))
  expect(await noticesOf(customer)).toEqual([])
  await round(new Date(Date.parse(yearsLater(1)) - 30 * 86_400_000))
  await round(yearsLater(1))
  expect(await noticesOf(customer)).toEqual(['feeAhead', 'annualFeeWallet'])
  expect(await feesOf(customer, another)).toMatchObject([{ amount: '-12' }])
})
