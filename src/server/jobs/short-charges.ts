import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { chargeNoticeDays } from '../../contract/promises.ts'
import { standsStill } from '../account/standstill.ts'
import { userById } from '../account/users.ts'
import { type Coming, comingCharges } from '../cards/purchases/merchant-list.ts'
import { merchantKey } from '../cards/purchases/merchants.ts'
import type { CardTable } from '../cards/tables.ts'
import { type Db, transaction } from '../database/database.ts'
import { inTurn } from '../in-turn.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'
import { dayIn } from '../zone.ts'
import type { Schedule } from './queue/runner.ts'

const dayMs = 24 * 60 * 60_000
const first = '00000000-0000-0000-0000-000000000000'

/** Tells owners of a card before a regular payment comes that it has too little for. */
export const shortCharges: Schedule = {
  name: 'short-charges',
  everyMs: 6 * 60 * 60_000,
  run: world => shortChargesRound(world),
}

/**
 * One round of it: each payment that is expected is told of once. A card that fails waits for the next round and for nobody;
 * the first failure is thrown at the end.
 */
export async function shortChargesRound(
  { db, wake }: Pick<World, 'db' | 'wake'>,
  { pageSize = 200 } = {},
): Promise<void> {
  try {
    await inTurn(pagesOf(db, pageSize), page =>
      inTurn(page, card => transaction(db, db => tellShort(db, card))),
    )
  } finally {
    wake()
  }
}

/** Cards that pay, and that were charged without being there within the time that a rhythm takes. */
async function* pagesOf(db: Db, size: number): AsyncGenerator<CardTable[]> {
  let after: string | undefined = first
  while (after !== undefined) {
    const page: CardTable[] = await db
      .selectFrom('cards')
      .selectAll()
      .where('status', '=', 'active')
      .where('id', '>', after)
      .where(
        sql<boolean>`exists (
          select from purchases where card_id = cards.id and created_at >= now() - interval '13 months'
            and channel not in ('contactless', 'chip', 'atm'))`,
      )
      .orderBy('id')
      .limit(size)
      .execute()
    yield page
    after = page.length === size ? page.at(-1)?.id : undefined
  }
}

async function tellShort(db: Db, card: CardTable): Promise<void> {
  const now = Date.now()
  const coming = await comingCharges(db, card, {
    // One that is a day late may have been given up.
    from: new Date(now - dayMs),
    until: new Date(now + chargeNoticeDays * dayMs),
  })
  if (coming.length === 0 || (await standsStill(db, card.user_id))) return
  const { availableMinor } = await balanceOf(db, card.account_id)
  const short = shortOf(coming, availableMinor)
  if (!short) return
  const { charge, count, neededMinor } = short
  const { timezone } = await userById(db, card.user_id)
  const usd = (minor: bigint) => format(minor, 'USD')
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: {
      status: 'chargeShort',
      merchant: charge.merchant,
      date: dayIn(timezone, charge.at),
      ...(count > 1 && { count: `${count}` }),
      amount: usd(neededMinor),
      available: usd(availableMinor),
      missing: usd(neededMinor - availableMinor),
      currency: 'USD',
      last4: card.last4,
    },
    action: `/pages/selectRecharge/selectRecharge?cardId=${card.id}`,
    eventKey: `charge-short:${card.id}:${merchantKey(charge.merchant)}:${charge.at.toISOString().slice(0, 10)}`,
  })
}

/** The first that there is not enough for once those before it are paid, and what they come to together. */
function shortOf(coming: readonly Coming[], availableMinor: bigint) {
  let neededMinor = 0n
  for (const [index, charge] of coming.entries()) {
    neededMinor += charge.amountMinor
    if (neededMinor > availableMinor) return { charge, count: index + 1, neededMinor }
  }
  return null
}
