import type { Input, Output } from '../../../contract/call.ts'
import type * as cost from '../../../contract/cost.ts'
import { format } from '../../../contract/money.ts'
import { type CostSum, costListOf, costSumsOf, yearsWithBills } from '../../bills/costs.ts'
import { costsCsv } from '../../bills/costs-csv.ts'
import { kindOf } from '../../cards/kinds.ts'
import { cheaperKinds } from '../../cards/money/cheaper-kinds.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import { monthsBack } from '../../zone.ts'
import type { Handlers } from '../handler.ts'
import { alone, takeTable } from './alone.ts'

/** Bills at most in a file that is made while somebody waits. */
const filedMax = 20_000

/** What fees came to. */
export function costApi({ db }: World): Handlers<typeof cost> {
  return {
    async fees({ zone: timezone, year }, { userId }) {
      const years = await yearsWithBills(db, { userId, timezone })
      const sums = await costSumsOf(db, { userId, year, timezone })
      return { years, ...told(sums, await cardsOf(db, userId)) }
    },

    async exportFees(asked, { userId }) {
      return await alone(userId, () => fileOf(db, { userId, ...asked }))
    },

    async cheaper(_, { userId }) {
      const since = monthsBack(new Date(), 12)
      const { paidMinor, kinds } = await cheaperKinds(db, { userId, since })
      return {
        since: since.toISOString(),
        paid: format(paidMinor, 'USDT'),
        kinds: kinds.map(({ kind, costMinor, savesMinor, openFeeMinor, isOwned }) => ({
          cardTypeId: kind.id,
          cardTypeName: kind.name,
          cost: format(costMinor, 'USDT'),
          saves: format(savesMinor, 'USDT'),
          openFee: format(openFeeMinor, 'USDT'),
          annualFee: format(kind.annualFeeMinor, 'USDT'),
          isOwned,
        })),
      }
    },
  }
}

async function fileOf(
  db: Db,
  { userId, zone: timezone, year, lang }: Input<typeof cost.exportFees> & { userId: string },
): Promise<Output<typeof cost.exportFees>> {
  await takeTable(db, userId)
  const costs = await costListOf(db, { userId, year, timezone, limit: filedMax })
  if (!costs) throw new Refused('limit_exceeded', { limit: String(filedMax) })
  const cards = await cardsOf(db, userId)
  const last4Of = new Map([...cards].map(([id, { last4 }]) => [id, last4]))
  const content = Buffer.from(costsCsv(costs, { lang, timezone, last4Of })).toString('base64')
  return { name: `glaze-fees-${year}.csv`, type: 'text/csv', content }
}

type Told = Omit<Output<typeof cost.fees>, 'years'>
type Card = NonNullable<Told['cards'][number]['card']>

/** Sums as they travel; those of what came to nothing are left out. */
function told(sums: readonly CostSum[], cards: ReadonlyMap<string, Card>): Told {
  const answer: Told = { total: [], months: [], kinds: [], cards: [] }
  for (const { currency, costMinor, month, kind, isByCard, cardId, count } of sums) {
    const sum = { currency, amount: format(costMinor, currency) }
    if (kind) answer.kinds.push({ ...sum, kind, count: Number(count) })
    else if (costMinor === 0n) continue
    else if (month) answer.months.push({ ...sum, month })
    else if (isByCard) answer.cards.push({ ...sum, card: (cardId && cards.get(cardId)) || null })
    else answer.total.push(sum)
  }
  return answer
}

async function cardsOf(db: Db, userId: string): Promise<Map<string, Card>> {
  const rows = await db
    .selectFrom('cards')
    .select(['id', 'last4', 'card_type_id'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(row => [row.id, { id: row.id, last4: row.last4, cardTypeName: kindOf(row).name }]))
}
