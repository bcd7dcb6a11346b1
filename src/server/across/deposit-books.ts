import { type Currency, format } from '../../contract/money.ts'
import { continueBill, writeBill } from '../bills/bills.ts'
import { isOver, lockCard } from '../cards/cards.ts'
import { kindOf } from '../cards/kinds.ts'
import { keepArrival } from '../cards/money/arrivals.ts'
import { bridge, sameInUsdt } from '../cards/money/bridge.ts'
import type { CardTable } from '../cards/tables.ts'
import type { Chain } from '../chain/chain.ts'
import type { Credit, Deposit, DepositBooks } from '../chain/deposits/deposit.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'
import { askForRewards } from '../jobs/reward-invite.ts'
import { least } from '../least.ts'
import { type Entry, houseAccount, openAccount, postAll } from '../ledger/ledger.ts'
import { tell } from '../messages/messages.ts'
import { walletBill } from './deposit-bill.ts'
import { sparingTheGone } from './late-deposits.ts'
import { tellFound, tellLost } from './lost-deposits.ts'
import { tellUndone } from './undone-withdrawals.ts'

/**
 * What a deposit does to the books, the bills and the messages. It goes to the wallet of its coin. USDT at a card's
 * address becomes USD on the card, one to one, in whole cents, up to the most that one recharge of its kind may be; what is
 * above that, and what is left below a cent, goes to the wallet, so every unit that arrived is the customer's. When the
 * card is over, or the coin is another, all of it goes to the wallet; of another coin the message asks whether it is to be
 * converted for the card.
 */
export function depositBooks({ confirmations }: Pick<Chain, 'confirmations'>): DepositBooks {
  const confirms = (count: number) => ({ confirms: `${count}`, required: `${confirmations}` })

  return sparingTheGone({
    async seen(db, deposit) {
      const { billId, confirms: count } = deposit
      const step = { what: 'seen', detail: { txId: deposit.txHash, ...confirms(count) } }
      const bill = { ...(await billOf(db, deposit)), status: 'pending' as const, step }
      if (!billId) return (await writeBill(db, bill)).billId
      // Found again it may be of another amount.
      const { status, amountMinor, remark } = bill
      await continueBill(db, { billId, status, amountMinor, remark, step })
      return billId
    },
    async confirming(db, { billId, confirms: count }) {
      if (billId) await continueBill(db, { billId, step: { what: 'confirming', detail: confirms(count) } })
    },
    async orphaned(db, { billId }) {
      if (billId) await continueBill(db, { billId, status: 'failed', step: { what: 'orphaned' } })
    },
    async held(db, { billId }) {
      if (billId) await continueBill(db, { billId, step: { what: 'held' } })
    },
    lost: tellLost,
    found: tellFound,
    undone: tellUndone,
    strayed: tellStrayed,
    async credit(db, deposits) {
      const cards = await lockCards(db, deposits)
      const plans: Plan[] = []
      for (const deposit of deposits)
        plans.push(
          await planOf(db, { deposit, card: isRemittance(deposit) ? cards.get(deposit.cardId) : undefined }),
        )
      const posted = await postAll(
        db,
        plans.map(({ deposit, reason, entries }) => ({ idempotencyKey: keyOf(deposit), reason, entries })),
      )
      const credits: Credit[] = []
      for (const [index, { transferId }] of posted.entries()) {
        const plan = plans[index] as Plan
        const step = { what: 'credited', detail: confirms(confirmations) }
        const billId = await writeCredited(db, { plan, transferId, step })
        await tellCredited(db, { plan, billId })
        credits.push({ depositId: plan.deposit.id, transferId, billId })
      }
      await askForRewards(
        db,
        plans.flatMap(({ deposit, card }) => (card ? [deposit.userId] : [])),
      )
      return credits
    },
  })
}

/** Where a deposit goes: `usdMinor` to the card (none without one), `restMinor` of its own coin to the wallet. */
interface Plan {
  deposit: Deposit
  card: CardTable | null
  reason: 'deposit' | 'remittance'
  usdMinor: bigint
  restMinor: bigint
  entries: Entry[]
}

type Step = { what: string; detail: Record<string, string> }

function keyOf({ network, txHash, logIndex }: Deposit): string {
  return `deposit:${network}:${txHash}:${logIndex}`
}

function usdMinorOf({ amountMinor }: Deposit): bigint {
  return amountMinor / sameInUsdt(1n)
}

/** What of it one recharge of that card takes. */
function usdMinorFor(deposit: Deposit, card: Pick<CardTable, 'card_type_id'>): bigint {
  return least(usdMinorOf(deposit), kindOf(card).rechargeMaxMinor)
}

function isRemittance(deposit: Deposit): boolean {
  return deposit.cardId !== null && deposit.currency === 'USDT' && usdMinorOf(deposit) > 0n
}

/** The cards these deposits are for, kept as they are until the commit; in the order of their ids, as everybody does. */
async function lockCards(db: Db, deposits: readonly Deposit[]): Promise<Map<string | null, CardTable>> {
  const ids = deposits.filter(isRemittance).map(({ cardId }) => cardId as string)
  const cards = new Map<string | null, CardTable>()
  for (const id of [...new Set(ids)].sort()) cards.set(id, await lockCard(db, id))
  return cards
}

async function planOf(
  db: Db,
  { deposit, card }: { deposit: Deposit; card: CardTable | undefined },
): Promise<Plan> {
  const { userId, currency, amountMinor } = deposit
  const chain = { accountId: await houseAccount(db, { code: 'chain', currency }), amountMinor: -amountMinor }
  const wallet = await openAccount(db, { kind: 'wallet', ownerId: userId, currency })
  if (!card || isOver(card)) {
    const entries = [chain, { accountId: wallet, amountMinor }]
    return { deposit, card: null, reason: 'deposit', usdMinor: 0n, restMinor: amountMinor, entries }
  }
  const usdMinor = usdMinorFor(deposit, card)
  const restMinor = amountMinor - sameInUsdt(usdMinor)
  // The chain itself pays for what crosses the bridge.
  const [, ...acrossBridge] = await bridge(db, {
    walletAccountId: chain.accountId,
    cardAccountId: card.account_id,
    usdMinor,
  })
  const rest = restMinor > 0n ? [{ accountId: wallet, amountMinor: restMinor }] : []
  const entries = [chain, ...acrossBridge, ...rest]
  return { deposit, card, reason: 'remittance', usdMinor, restMinor, entries }
}

/** The bill that announces a deposit. */
async function billOf(db: Db, deposit: Deposit) {
  if (!isRemittance(deposit)) return walletBill(deposit, deposit.amountMinor)
  const card = await db
    .selectFrom('cards')
    .select(['id', 'last4', 'card_type_id'])
    .where('id', '=', deposit.cardId as string)
    .executeTakeFirstOrThrow()
  return cardBill(deposit, card)
}

/** Ends the bill of a deposit, or writes it when the deposit had none; what went elsewhere gets a row of its own. */
async function writeCredited(
  db: Db,
  { plan, transferId, step }: { plan: Plan; transferId: string; step: Step },
): Promise<string> {
  const { deposit, card, restMinor } = plan
  const { billId } = deposit
  const done = { status: 'done' as const, transferId, step }
  const rest = { ...walletBill(deposit, restMinor), ...done }
  if (!card) {
    // It was announced as going to the card, which is over now.
    if (billId && isRemittance(deposit)) {
      await continueBill(db, { billId, status: 'failed', step: { what: 'card_closed' } })
      return (await writeBill(db, { ...rest, traceId: billId })).billId
    }
    if (!billId) return (await writeBill(db, rest)).billId
    await continueBill(db, { billId, ...done })
    return billId
  }
  const ended = billId ?? (await writeBill(db, { ...cardBill(deposit, card), ...done })).billId
  if (billId) await continueBill(db, { billId, ...done })
  if (restMinor > 0n) await writeBill(db, { ...rest, traceId: ended })
  return ended
}

async function tellCredited(db: Db, { plan, billId }: { plan: Plan; billId: string }) {
  const { deposit, card, usdMinor, restMinor } = plan
  const waitsFor = card ? null : await cardOfArrival(db, deposit)
  if (waitsFor) return await tellArrival(db, { deposit, card: waitsFor, billId })
  const [minor, currency] = card ? [usdMinor, 'USD' as Currency] : [restMinor, deposit.currency]
  await tell(db, {
    userId: deposit.userId,
    kind: 'balance',
    noticeType: card ? 'rechargeArrival' : 'deposit',
    params: {
      amount: format(minor, currency),
      currency,
      chain: deposit.network,
      ...(card && { last4: card.last4 }),
    },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: keyOf(deposit),
  })
  if (card && restMinor >= sameInUsdt(1n)) await tellExcess(db, { plan, billId })
}

/** More came than one recharge takes: the rest is in the wallet. */
async function tellExcess(db: Db, { plan: { deposit, restMinor }, billId }: { plan: Plan; billId: string }) {
  const { userId, network, currency } = deposit
  await tell(db, {
    userId,
    kind: 'balance',
    noticeType: 'deposit',
    params: { state: 'excess', amount: format(restMinor, currency), currency, chain: network },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `${keyOf(deposit)}:excess`,
  })
}

type ArrivalCard = Pick<CardTable, 'id' | 'last4'>

/** The card that another coin than USDT was sent to, unless it is over: it may go there once it is USDT. */
async function cardOfArrival(db: Db, { cardId, currency }: Deposit): Promise<ArrivalCard | null> {
  if (cardId === null || currency === 'USDT') return null
  const card = await db
    .selectFrom('cards')
    .select(['id', 'last4', 'status'])
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
  return isOver(card) ? null : card
}

/** It is in the wallet and free; the message asks whether it is to be converted and carried to the card. */
async function tellArrival(
  db: Db,
  { deposit, card, billId }: { deposit: Deposit; card: ArrivalCard; billId: string },
) {
  const { userId, currency, amountMinor, network } = deposit
  const id = newId()
  const amount = format(amountMinor, currency)
  await tell(db, {
    id,
    userId,
    kind: 'balance',
    noticeType: 'cardTransfer',
    params: { what: 'waiting', amount, currency, chain: network, last4: card.last4 },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: keyOf(deposit),
  })
  await keepArrival(db, { messageId: id, userId, cardId: card.id, currency, amountMinor, billId })
}

async function tellStrayed(
  db: Db,
  { userId, network, token, txHash }: Parameters<DepositBooks['strayed']>[1],
) {
  await tell(db, {
    userId,
    kind: 'balance',
    noticeType: 'deposit',
    params: { state: 'unsupported', chain: network, token, txId: txHash },
    action: '/pages/service/service',
    eventKey: `stray:${network}:${token}`,
  })
}

function cardBill(deposit: Deposit, card: Pick<CardTable, 'id' | 'last4' | 'card_type_id'>) {
  const { id, last4 } = card
  const { userId, network, txHash, amountMinor, currency } = deposit
  return {
    userId,
    kind: 'remittance' as const,
    amountMinor: usdMinorFor(deposit, card),
    currency: 'USD' as const,
    account: last4,
    cardId: id,
    remark: { network, txId: txHash, amount: format(amountMinor, currency), currency },
  }
}
