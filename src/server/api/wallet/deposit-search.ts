import type { Output } from '../../../contract/call.ts'
import type * as depositSearch from '../../../contract/deposit-search.ts'
import { format } from '../../../contract/money.ts'
import { takeTryOrRefuse } from '../../account/attempts.ts'
import { waitingArrivals } from '../../cards/money/arrivals.ts'
import type { ChainTransfer } from '../../chain/chain.ts'
import { booked } from '../../chain/coins.ts'
import { type Found, findDeposit } from '../../chain/deposits/finding.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { shownDeposit } from './shown-deposit.ts'

const hourMs = 3_600_000
const searchesAnHour = 30
const paidShown = 5

type Answer = Output<typeof depositSearch.findDeposit>
const nothing = { deposits: [], tokens: [], paid: [] }

/** Where a deposit is that its customer misses, by the transaction they name. */
export function depositSearchApi(world: World): Handlers<typeof depositSearch> {
  const { db, chain, log } = world
  return {
    async findDeposit({ txId, chain: network }, { userId }) {
      if (network !== chain.network) throw new Refused('currency_unsupported')
      await takeTryOrRefuse(db, {
        subject: `deposit-search:${userId}`,
        limit: searchesAnHour,
        windowMs: hourMs,
      })
      const txHash = `0x${txId.toLowerCase().replace(/^0x/, '')}`
      const transaction = await chain.transactionOf(txHash).catch((error: unknown) => {
        log.warn({ error }, 'a deposit could not be looked for')
        return 'silent' as const
      })
      if (transaction === 'silent') return { ...nothing, state: transaction }
      const found = await findDeposit(db, { chain, userId, txHash, transaction })
      return await answerOf(world, { userId, found })
    },
  }
}

async function answerOf(
  { db, chain }: World,
  { userId, found }: { userId: string; found: Found },
): Promise<Answer> {
  const { state } = found
  switch (found.state) {
    case 'deposited': {
      const waiting = await waitingArrivals(db, userId)
      return { ...nothing, state, deposits: found.deposits.map(one => shownDeposit(one, { chain, waiting })) }
    }
    case 'stray':
      return { ...nothing, state, tokens: [...new Set(found.strays.map(({ token }) => token))] }
    case 'elsewhere':
      return { ...nothing, state, paid: found.transfers.slice(0, paidShown).map(paidOf) }
    default:
      return { ...nothing, state }
  }
}

function paidOf(transfer: ChainTransfer): Answer['paid'][number] {
  const { to: address, currency } = transfer
  return { address, currency, amount: format(booked(transfer).amountMinor, currency) }
}
