import type { Output } from '../../../contract/call.ts'
import { type Coin, type Currency, format } from '../../../contract/money.ts'
import * as wallet from '../../../contract/wallet.ts'
import { writeBill } from '../../bills/bills.ts'
import { masterAccount } from '../../cards/money/bridge.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { balanceOf, houseAccount, openAccount, post } from '../../ledger/ledger.ts'
import { tell } from '../../messages/messages.ts'
import { makeQuote, useQuote } from '../../rates/quotes.ts'
import type { QuoteRow } from '../../rates/tables.ts'
import type { World } from '../../world.ts'
import { decideOnce } from '../deciding/decide-once.ts'
import type { Handlers } from '../handler.ts'
import { cardToWallet } from './card-to-wallet.ts'

/** To the master balance, from a card or from a coin: handlers of the wallet noun. */
export function convertHandlers(
  world: World,
): Pick<Handlers<typeof wallet>, 'quote' | 'convertToMasterBalance'> {
  return {
    async quote({ from, amount }, { userId }) {
      return await makeQuote(world.db, { userId, from, amount })
    },

    async convertToMasterBalance(input, customer) {
      if (input.cardId) return await cardToWallet(world, { input, customer })
      const call = wallet.convertToMasterBalance
      const { quoteId = '', ...moved } = input
      const { userId } = customer
      return await decideOnce(world, { call, input, customer }, db =>
        coinToWallet(db, { ...moved, quoteId, userId }),
      )
    },
  }
}

interface CoinMove {
  userId: string
  quoteId: string
  amount: string
  currency: Currency
}

/** As quoted, or not at all: the quote, the transfer and its rows are one commit. */
async function coinToWallet(
  db: Db,
  { userId, quoteId, amount, currency }: CoinMove,
): Promise<Output<typeof wallet.convertToMasterBalance>> {
  if (currency === 'USD' || currency === 'USDT') throw new Refused('currency_unsupported')
  const converted = await convertAsQuoted(db, { userId, quoteId, coin: currency, amount })
  const { transferId, billId, feeMinor, receiveMinor, walletAccountId } = converted
  const received = format(receiveMinor, 'USDT')
  await tell(db, {
    userId,
    kind: 'balance',
    noticeType: 'converted',
    params: { amount: converted.paid, currency, received },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `convert:${transferId}`,
  })
  const { availableMinor } = await balanceOf(db, walletAccountId)
  return {
    transferId,
    amount: converted.paid,
    fee: format(feeMinor, 'USDT'),
    received,
    cardAvailable: null,
    walletAvailable: format(availableMinor, 'USDT'),
    billId,
  }
}

/** A conversion that is in the books: what was paid, and what came of it in USDT minor units. */
export interface Converted {
  transferId: string
  billId: string
  walletAccountId: string
  /** In the coin, as a decimal string. */
  paid: string
  feeMinor: bigint
  receiveMinor: bigint
}

/**
 * Converts a coin of the wallet to its USDT as quoted, with its rows of bills; telling is the caller's. Refuses as
 * `useQuote` does, and an overdraft (`Overdrawn`).
 */
export async function convertAsQuoted(
  db: Db,
  {
    traceId,
    coin,
    ...asked
  }: { userId: string; quoteId: string; coin: Coin; amount: string; traceId?: string },
): Promise<Converted> {
  const quote = await useQuote(db, { ...asked, from: coin })
  const walletAccountId = await masterAccount(db, asked.userId)
  const { transferId } = await post(db, {
    idempotencyKey: `convert:${asked.quoteId}`,
    reason: 'convert',
    entries: await entriesOf(db, { quote, coin, walletAccountId }),
  })
  const billId = await showConversion(db, { quote, coin, transferId, ...(traceId && { traceId }) })
  const { amount_minor, fee_minor: feeMinor, receive_minor: receiveMinor } = quote
  return { transferId, billId, walletAccountId, paid: format(amount_minor, coin), feeMinor, receiveMinor }
}

/** The house takes the coin and gives USDT; of these the fee goes where fees go. */
async function entriesOf(
  db: Db,
  { quote, coin, walletAccountId }: { quote: QuoteRow; coin: Coin; walletAccountId: string },
) {
  const { amount_minor, receive_minor, fee_minor } = quote
  const coinAccountId = await openAccount(db, { kind: 'wallet', ownerId: quote.user_id, currency: coin })
  const house = (code: string, currency: Currency) => houseAccount(db, { code, currency })
  const entries = [
    { accountId: coinAccountId, amountMinor: -amount_minor },
    { accountId: await house('exchange', coin), amountMinor: amount_minor },
    { accountId: await house('exchange', 'USDT'), amountMinor: -(receive_minor + fee_minor) },
    { accountId: walletAccountId, amountMinor: receive_minor },
    { accountId: await house('fees', 'USDT'), amountMinor: fee_minor },
  ]
  return entries.filter(({ amountMinor }) => amountMinor !== 0n)
}

/** What left, what it became, and the fee taken from that: rows that add up to what the wallet gained. */
async function showConversion(
  db: Db,
  {
    quote,
    coin,
    transferId,
    traceId: earlier,
  }: { quote: QuoteRow; coin: Coin; transferId: string; traceId?: string },
): Promise<string> {
  const {
    user_id: userId,
    amount_minor,
    receive_minor,
    fee_minor,
    rate,
    reference_rate: referenceRate,
  } = quote
  const [paid, received] = [format(amount_minor, coin), format(receive_minor, 'USDT')]
  const about = { userId, account: 'wallet', status: 'done', transferId } as const
  const remark = { paid, paidCurrency: coin, received, rate, referenceRate }
  const step = { what: 'converted', detail: { rate, referenceRate } }
  const transfer = { ...about, kind: 'transfer', remark, step } as const
  const left = { ...transfer, amountMinor: -amount_minor, currency: coin }
  const { traceId } = await writeBill(db, { ...left, ...(earlier && { traceId: earlier }) })
  const arrived = { amountMinor: receive_minor + fee_minor, feeMinor: fee_minor, currency: 'USDT' } as const
  const { billId } = await writeBill(db, { ...transfer, ...arrived, traceId })
  if (fee_minor > 0n) {
    await writeBill(db, {
      ...about,
      kind: 'fee',
      amountMinor: -fee_minor,
      currency: 'USDT',
      remark: { fee: 'convertFee' },
      traceId,
      step: { what: 'charged' },
    })
  }
  return billId
}
