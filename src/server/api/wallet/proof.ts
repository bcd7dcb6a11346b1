import { decimal, format, scales } from '../../../contract/money.ts'
import type * as proof from '../../../contract/proof.ts'
import { raiseAlarm } from '../../alarms.ts'
import { type Holding, holdingsOf } from '../../chain/holdings.ts'
import { Denied } from '../../http/refused.ts'
import { type Published, proofOf, publishedDays, publishedOf } from '../../ledger/proofs/proofs.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

/** What customers are owed, for everybody, and for each customer that they are counted in it. */
export function proofApi({ db }: World): Handlers<typeof proof> {
  return {
    async list({ page, pageSize }) {
      const { days, total } = await publishedDays(db, { page, pageSize })
      const names = days.map(({ day }) => day)
      const [roots, holdings] = [await publishedOf(db, names), await holdingsOf(db, names)]
      const list = days.map(({ day, seal, publishedAt }) => {
        const held = holdings.filter(holding => holding.day === day)
        const coins = inOrder(roots.filter(root => root.day === day)).map(root => coinOf(root, held))
        return { day, seal, publishedAt: publishedAt.toISOString(), coins }
      })
      return { list, total, page, pageSize }
    },

    async get({ day, currency }, { userId }) {
      const found = await proofOf(db, { ownerId: userId, day, currency })
      if (!found) throw new Denied()
      const { proof, isCounted } = found
      if (!isCounted)
        await raiseAlarm(db, { kind: 'proof_uncounted', subject: day, detail: { userId, currency } })
      return { isCounted, proof: { ...proof, currency } }
    },
  }
}

/** As coins are shown everywhere, dollars last. */
function inOrder(roots: readonly Published[]): Published[] {
  return Object.keys(scales).flatMap(currency => roots.filter(root => root.currency === currency))
}

function coinOf({ currency, totalMinor, root, height }: Published, holdings: readonly Holding[]) {
  const holding = holdings.find(one => one.currency === currency)
  const held = holding ? heldOf(holding, totalMinor) : null
  return { currency, owed: format(totalMinor, currency), root, height, held }
}

function heldOf(
  { currency, heldMinor, network, height, blockHash, addresses, readAt }: Holding,
  owedMinor: bigint,
) {
  return {
    amount: format(heldMinor, currency),
    percent: owedMinor > 0n ? decimal((heldMinor * 10_000n) / owedMinor, 2) : null,
    network,
    block: Number(height),
    blockHash,
    addresses,
    time: readAt.toISOString(),
  }
}
