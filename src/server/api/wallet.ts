import type { Output } from '../../contract/call.ts'
import { coins, format } from '../../contract/money.ts'
import type * as wallet from '../../contract/wallet.ts'
import { isOver, ownCard } from '../cards/cards.ts'
import { depositAddress } from '../chain/addresses.ts'
import { minimumByCoin } from '../chain/coins.ts'
import { depositsTo, incomingByCoin } from '../chain/incoming.ts'
import { balancesOf } from '../ledger/ledger.ts'
import { Denied, Refused } from '../refused.ts'
import type { World } from '../world.ts'
import type { Handler, Handlers } from './handler.ts'
import { rechargeHandlers } from './recharge.ts'

const latestDeposits = 20

/** The wallet: what each coin holds, where to deposit, and its ways to the cards and back. */
export function walletApi(world: World): Handlers<typeof wallet> {
  const { db, chain } = world

  const queryWallet: Handler<typeof wallet.queryWallet> = async (_input, { userId }) => {
    const [balances, incoming] = await Promise.all([balancesOf(db, userId), incomingByCoin(db, userId)])
    return coins.map(currency => {
      const account = balances.find(account => account.kind === 'wallet' && account.currency === currency)
      return {
        currency,
        chain: chain.coins.some(coin => coin.currency === currency) ? [chain.network] : [],
        balance: format(account?.balanceMinor ?? 0n, currency),
        frozen: format(account?.heldMinor ?? 0n, currency),
        available: format(account?.availableMinor ?? 0n, currency),
        incoming: format(incoming.get(currency) ?? 0n, currency),
      }
    })
  }

  const masterBudgetBalance: Handler<typeof wallet.masterBudgetBalance> = async (_input, { userId }) => {
    const [balances, cardCount] = await Promise.all([balancesOf(db, userId), countCards(world, userId)])
    const master = balances.find(({ kind, currency }) => kind === 'wallet' && currency === 'USDT')
    const cards = balances.filter(({ kind }) => kind === 'card')
    return {
      currency: 'USDT',
      balance: format(master?.balanceMinor ?? 0n, 'USDT'),
      frozen: format(master?.heldMinor ?? 0n, 'USDT'),
      available: format(master?.availableMinor ?? 0n, 'USDT'),
      cardBalance: format(
        cards.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0n),
        'USD',
      ),
      cardCount,
    }
  }

  const queryTransferIn: Handler<typeof wallet.queryTransferIn> = async (input, { userId }) => {
    const { currency, cardId } = input
    const isCarried = input.chain === chain.network && chain.coins.some(coin => coin.currency === currency)
    if (cardId) await checkCard(world, { userId, cardId })
    // A card takes USDT only (decision D11: it is fed one to one).
    if (!isCarried || (cardId && currency !== 'USDT')) throw new Refused('currency_unsupported')
    const address = await depositAddress(db, { chain, owner: { userId, cardId: cardId ?? null } })
    if (input.address !== undefined && input.address !== address) throw new Denied()
    return {
      address,
      qr: chain.paymentUri({ address, currency }),
      memo: null,
      min: format(minimumByCoin[currency], currency),
      confirmations: chain.confirmations,
      expectedSeconds: chain.confirmations * chain.blockSeconds,
      list: await shownDeposits(world, address),
    }
  }

  return { queryWallet, masterBudgetBalance, queryTransferIn, ...rechargeHandlers(world) }
}

async function checkCard({ db }: World, card: { userId: string; cardId: string }) {
  if (isOver(await ownCard(db, card))) throw new Refused('card_closed')
}

async function countCards({ db }: World, userId: string): Promise<number> {
  const rows = await db.selectFrom('cards').select('status').where('user_id', '=', userId).execute()
  return rows.filter(card => !isOver(card)).length
}

async function shownDeposits(
  { db, chain }: World,
  address: string,
): Promise<Output<typeof wallet.queryTransferIn>['list']> {
  const deposits = await depositsTo(db, { address, limit: latestDeposits })
  return deposits.map(({ txHash, amountMinor, currency, confirms, status, seenAt }) => ({
    txId: txHash,
    amount: format(amountMinor, currency),
    currency,
    confirms,
    required: chain.confirmations,
    status,
    time: seenAt.toISOString(),
  }))
}
