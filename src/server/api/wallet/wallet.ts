import type { Output } from '../../../contract/call.ts'
import type { DelayHours } from '../../../contract/delay.ts'
import { type Coin, coins, format } from '../../../contract/money.ts'
import type * as wallet from '../../../contract/wallet.ts'
import { refuseClosing } from '../../account/deletions.ts'
import { delayOf } from '../../account/withdrawal-delay.ts'
import { cardsOver, countLive, ownCard } from '../../cards/cards.ts'
import { kindOf } from '../../cards/kinds.ts'
import { waitingArrivals } from '../../cards/money/arrivals.ts'
import { debtsIn, shownDebt } from '../../cards/money/debts.ts'
import { firstKeepMinor, isFirstRecharge } from '../../cards/money/recharging.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { CardTable } from '../../cards/tables.ts'
import { minimumByCoin } from '../../chain/coins.ts'
import {
  type AddressOwner,
  depositAddress,
  everyAddress,
  knownAddress,
} from '../../chain/deposits/addresses.ts'
import { depositsTo, incomingByCoin, waitingAt } from '../../chain/deposits/incoming.ts'
import { payingSeconds, termsOf } from '../../chain/withdrawals/withdrawal-terms.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { balancesOf } from '../../ledger/ledger.ts'
import type { World } from '../../world.ts'
import type { Handler, Handlers } from '../handler.ts'
import { convertHandlers } from './convert.ts'
import { rechargeHandlers } from './recharge.ts'
import { repayDebt } from './repay-debt.ts'
import { shownDeposit } from './shown-deposit.ts'

const latestDeposits = 20

/** The wallet: what each coin holds, where to deposit, and its ways to the cards and back. */
export function walletApi(world: World): Handlers<typeof wallet> {
  const { db, chain } = world

  const masterBudgetBalance: Handler<typeof wallet.masterBudgetBalance> = async (_input, { userId }) => {
    const [balances, cardCount, isFirst] = await Promise.all([
      balancesOf(db, userId),
      countLive(db, userId),
      isFirstRecharge(db, userId),
    ])
    const master = balances.find(({ kind, currency }) => kind === 'wallet' && currency === 'USDT')
    const cards = balances.filter(({ kind }) => kind === 'card')
    const debts = await debtsIn(db, balances)
    return {
      currency: 'USDT',
      balance: format(master?.balanceMinor ?? 0n, 'USDT'),
      frozen: format(master?.heldMinor ?? 0n, 'USDT'),
      available: format(master?.availableMinor ?? 0n, 'USDT'),
      cardBalance: format(totalOf(cards), 'USD'),
      cardCount,
      firstKeep: isFirst ? format(firstKeepMinor, 'USDT') : null,
      ...(debts && { debt: shownDebt(debts) }),
    }
  }

  const queryTransferIn: Handler<typeof wallet.queryTransferIn> = async (input, { userId }) => {
    const { currency, cardId } = input
    const isCarried = input.chain === chain.network && chain.coins.some(coin => coin.currency === currency)
    const card = await refuseSender(world, { userId, cardId })
    // A card takes USDT only (decision D11: it is fed one to one).
    if (!isCarried || (cardId && currency !== 'USDT')) throw new Refused('currency_unsupported')
    const owner = { userId, cardId: cardId ?? null }
    const address = await depositAddress(db, { chain, owner })
    if (input.address !== undefined && input.address !== address) throw new Denied()
    const addresses = await everyAddress(db, { chain, owner })
    return {
      address,
      former: addresses.filter(one => one !== address),
      qr: chain.paymentUri({ address, currency }),
      memo: null,
      min: format(minimumByCoin[currency], currency),
      max: card && format(kindOf(card).rechargeMaxMinor, 'USD'),
      waiting: format(await waitingAt(db, { address, currency }), currency),
      confirmations: chain.confirmations,
      expectedSeconds: chain.confirmations * chain.blockSeconds,
      list: await shownDeposits(world, { ...owner, addresses }),
    }
  }

  return {
    queryWallet: (_input, { userId }) => coinsOf(world, userId),
    masterBudgetBalance,
    queryTransferIn,
    repayDebt: (input, customer) => repayDebt(world, { input, customer }),
    ...rechargeHandlers(world),
    ...convertHandlers(world),
  }
}

/** Each coin there is, with what the customer has of it. */
async function coinsOf(world: World, userId: string): Promise<Output<typeof wallet.queryWallet>> {
  const { db, chain } = world
  const [balances, incoming, address = null, { hours: delayHours }] = await Promise.all([
    balancesOf(db, userId),
    cardsOver(db, userId).then(cardsOver => incomingByCoin(db, { userId, cardsOver })),
    // All coins of a network come to one address.
    knownAddress(db, { chain, owner: { userId, cardId: null } }),
    delayOf(db, userId),
  ])
  return coins.map(currency => {
    const account = balances.find(account => account.kind === 'wallet' && account.currency === currency)
    const networks = networksOf(world, { currency, delayHours })
    return {
      currency,
      chain: networks.map(({ chain }) => chain),
      networks,
      address: networks.length > 0 ? address : null,
      balance: format(account?.balanceMinor ?? 0n, currency),
      frozen: format(account?.heldMinor ?? 0n, currency),
      available: format(account?.availableMinor ?? 0n, currency),
      incoming: format(incoming.get(currency) ?? 0n, currency),
    }
  })
}

function totalOf(accounts: readonly { balanceMinor: bigint }[]): bigint {
  return accounts.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0n)
}

/** Where a coin can be deposited, and on what terms it comes and goes there. */
function networksOf(
  world: World,
  { currency, delayHours }: { currency: Coin; delayHours: DelayHours },
): Output<typeof wallet.queryWallet>[number]['networks'] {
  const { chain, treasury } = world
  if (!chain.coins.some(coin => coin.currency === currency)) return []
  const terms = treasury.coins.includes(currency) ? termsOf(currency) : undefined
  return [
    {
      chain: chain.network,
      min: format(minimumByCoin[currency], currency),
      confirmations: chain.confirmations,
      expectedSeconds: chain.confirmations * chain.blockSeconds,
      out: terms
        ? {
            fee: format(terms.fee, currency),
            min: format(terms.min, currency),
            expectedSeconds: payingSeconds(world, delayHours),
          }
        : null,
    },
  ]
}

/** Nothing more is sent to an account that waits for its deletion, nor to a card that takes nothing; gives the card. */
async function refuseSender(
  { db }: World,
  { userId, cardId }: { userId: string; cardId?: string | undefined },
): Promise<CardTable | null> {
  await refuseClosing(db, userId)
  if (!cardId) return null
  const card = await ownCard(db, { userId, cardId })
  refuseCall(card, 'queryTransferIn')
  return card
}

async function shownDeposits(
  { db, chain }: World,
  { userId, cardId, addresses }: AddressOwner & { addresses: readonly string[] },
): Promise<Output<typeof wallet.queryTransferIn>['list']> {
  const deposits = await depositsTo(db, { addresses, limit: latestDeposits })
  // Only what came to a card's address waits for a yes.
  const waiting = cardId ? await waitingArrivals(db, userId) : new Map<string, string>()
  return deposits.map(one => shownDeposit(one, { chain, waiting }))
}
