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
      const found = await findDeposit(db, { chain, userId, txHash }).catch((error: unknown) => {
        log.warn({ err: error }, 'a deposit could not be looked for')
        return { state: 'silent' } as const
      })
      return await answerOf(world, { userId, found })
    },
  }
}

async function answerOf(
  { db, chain }: World,
  { userId, found }: { userId: string; found: Found | { state: 'silent' } },
): Promise<Answer> {
  const nothing = { state: found.state, deposits: [], tokens: [], paid: [] }
  switch (found.state) {
    case 'deposited': {
      const waiting = await waitingArrivals(db, userId)
      return { ...nothing, deposits: found.deposits.map(one => shownDeposit(one, { chain, waiting })) }
    }
    case 'stray':
      return { ...nothing, tokens: [...new Set(found.strays.map(({ token }) => token))] }
    case 'elsewhere':
      return { ...nothing, paid: found.transfers.slice(0, paidShown).map(paidOf) }
    default:
      return nothing
  }
}

function paidOf(transfer: ChainTransfer): Answer['paid'][number] {
  const { to: address, currency } = transfer
  return { address, currency, amount: format(booked(transfer).amountMinor, currency) }
}
