import { format, scales } from '../../../contract/money.ts'
import type * as proof from '../../../contract/proof.ts'
import { Denied } from '../../http/refused.ts'
import { type Published, proofOf, publishedDays, publishedOf } from '../../ledger/proofs/proofs.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

/** What customers are owed, for everybody, and for each customer that they are counted in it. */
export function proofApi({ db, log }: World): Handlers<typeof proof> {
  return {
    async list({ page, pageSize }) {
      const { days, total } = await publishedDays(db, { page, pageSize })
      const roots = await publishedOf(
        db,
        days.map(({ day }) => day),
      )
      const list = days.map(({ day, seal, publishedAt }) => ({
        day,
        seal,
        publishedAt: publishedAt.toISOString(),
        coins: Object.keys(scales).flatMap(currency =>
          roots.filter(root => root.day === day && root.currency === currency).map(coinOf),
        ),
      }))
      return { list, total, page, pageSize }
    },

    async get({ day, currency }, { userId }) {
      const found = await proofOf(db, { ownerId: userId, day, currency })
      if (!found) throw new Denied()
      const { proof, isCounted } = found
      if (!isCounted) log.error({ day, currency, userId }, 'a customer is owed what was not counted')
      return { isCounted, proof: { ...proof, currency } }
    },
  }
}

function coinOf({ currency, totalMinor, root, height }: Published) {
  return { currency, owed: format(totalMinor, currency), root, height }
}
