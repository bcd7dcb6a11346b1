import type { Input, Output } from '../../../contract/call.ts'
import { type Coin, format, parse } from '../../../contract/money.ts'
import * as withdrawal from '../../../contract/withdrawal.ts'
import { delayOf } from '../../account/withdrawal-delay.ts'
import { pausedUntil } from '../../account/withdrawal-pause.ts'
import { giveBack } from '../../across/withdrawal-books.ts'
import { closeAlarm } from '../../alarms.ts'
import { debtsIn, freeBeside, shownDebt } from '../../cards/money/debts.ts'
import { isStandingStill, standstillOf } from '../../chain/nonces.ts'
import type { WithdrawalRow } from '../../chain/withdrawals/withdrawal-tables.ts'
import { type Allowance, allowancesOf, payingSeconds } from '../../chain/withdrawals/withdrawal-terms.ts'
import {
  isCancellable,
  lockWithdrawal,
  moveWithdrawal,
  withdrawalOf,
} from '../../chain/withdrawals/withdrawals.ts'
import { type Db, transaction } from '../../database/database.ts'
import { leftSeconds } from '../../http/left-seconds.ts'
import { pageOf } from '../../http/page-of.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { balancesOf } from '../../ledger/ledger.ts'
import type { World } from '../../world.ts'
import { decideOnce } from '../deciding/decide-once.ts'
import type { Handler, Handlers } from '../handler.ts'
import {
  askWithdrawal,
  destination,
  outOfRange,
  type TermsInMinor,
  termsFor,
  waitFor,
} from './ask-withdrawal.ts'

/** From the wallet to the chain: asking, taking back, looking. Paying is `jobs/pay-withdrawals.ts`. */
export function withdrawalApi(world: World): Handlers<typeof withdrawal> {
  const { db, treasury } = world

  const transferOut: Handler<typeof withdrawal.transferOut> = async (input, customer) =>
    await decideOnce(world, { call: withdrawal.transferOut, input, customer }, db =>
      askWithdrawal(world, db, { input, customer }),
    )

  const transferOutCancel: Handler<typeof withdrawal.transferOutCancel> = async ({ id }, { userId }) =>
    withdrawalOf(await transaction(db, db => cancel(db, { id, userId })), treasury)

  const transferOutDetail: Handler<typeof withdrawal.transferOutDetail> = async ({ id }, { userId }) => {
    const row = await owned(db, userId).selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new Denied()
    const [shown] = await shownOf(world, [row])
    return shown as withdrawal.Withdrawal
  }

  const transferOutList: Handler<typeof withdrawal.transferOutList> = async (input, { userId }) => {
    const { page, pageSize, currency } = input
    const found = owned(db, userId)
      .selectAll()
      .$if(currency !== undefined, rows => rows.where('currency', '=', currency as Coin))
      .orderBy('id', 'desc')
    const { list, total } = await pageOf(found, { page, pageSize })
    return { list: await shownOf(world, list), total, page, pageSize }
  }

  return {
    transferOutQuote: (input, { userId }) => quote(world, userId, input),
    transferOut,
    transferOutCancel,
    transferOutDetail,
    transferOutList,
  }
}

function owned(db: Db, userId: string) {
  return db.selectFrom('withdrawals').where('user_id', '=', userId)
}

/** As they travel; while payments stand still none can be taken back. */
async function shownOf({ db, treasury }: World, rows: WithdrawalRow[]): Promise<withdrawal.Withdrawal[]> {
  const isStill = rows.some(isCancellable) && (await isStandingStill(db, treasury.network))
  return rows.map(row => ({ ...withdrawalOf(row, treasury), ...(isStill && { isCancellable: false }) }))
}

/** Taken back while nothing was signed; the lock of the row makes it this or the signature, never both. */
async function cancel(db: Db, { id, userId }: { id: string; userId: string }): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(db, id)
  if (!row || row.user_id !== userId) throw new Denied()
  if (row.status === 'cancelled') return row
  // While the wallet may have made payments that the books do not know, this may be one of them.
  if (!isCancellable(row) || (await standstillOf(db, row.network)))
    throw new Refused('modify_failed', { status: row.status })
  const cancelled = await moveWithdrawal(db, row, { status: 'cancelled', at: 'ended_at' })
  await closeAlarm(db, { kind: 'withdrawal_held', subject: id })
  await giveBack(db, cancelled, 'cancelled')
  return cancelled
}

type QuoteInput = Input<typeof withdrawal.transferOutQuote>

async function quote(
  world: World,
  userId: string,
  input: QuoteInput,
): Promise<Output<typeof withdrawal.transferOutQuote>> {
  const { db, treasury } = world
  const { currency } = input
  const terms = termsFor(treasury, input)
  const saved =
    input.address === undefined
      ? undefined
      : await destination(db, { treasury, userId, typed: input.address })
  const [balances, { day, month, reviewFrom }, paused, { hours: delayHours }] = await Promise.all([
    balancesOf(db, userId),
    allowancesOf(db, { userId, currency }),
    pausedUntil(db, userId),
    delayOf(db, userId),
  ])
  const debts = await debtsIn(db, balances)
  const wait = waitFor({ paused, saved })
  const wallet = balances.find(account => account.kind === 'wallet' && account.currency === currency)
  const available = wallet?.availableMinor ?? 0n
  const free = freeBeside(debts, { currency, availableMinor: available })
  const shown = (minor: bigint) => format(minor, currency)
  const share = ({ limit, left }: Allowance) => ({ limit: shown(limit), left: shown(left) })
  return {
    available: shown(available),
    fee: shown(terms.fee),
    min: shown(terms.min),
    max: shown([free, terms.max, day.left, month.left].reduce((a, b) => (a < b ? a : b))),
    day: share(day),
    month: share(month),
    reviewFrom: shown(reviewFrom > terms.min ? reviewFrom : terms.min),
    expectedSeconds: payingSeconds(world, delayHours),
    ...(delayHours > 0 && { delayHours }),
    ...(debts && { debt: shownDebt(debts) }),
    wait: wait && { ...wait, leftSeconds: leftSeconds(new Date(wait.until)) },
    plan: planOf(input, terms),
  }
}

/** What leaves and what arrives for the amount asked about, whichever of both it was. */
function planOf({ amount, receive, currency }: QuoteInput, terms: TermsInMinor) {
  const asked = amount ?? receive
  if (asked === undefined) return null
  const minor = parse(asked, currency)
  const amountMinor = minor !== null && amount === undefined ? minor + terms.fee : minor
  if (amountMinor === null || amountMinor < terms.min || amountMinor > terms.max)
    throw outOfRange(terms, currency)
  return {
    amount: format(amountMinor, currency),
    receive: format(amountMinor - terms.fee, currency),
    feePercent: shareInPercent(terms.fee, amountMinor),
  }
}

/** A share in percent with two digits, rounded up. */
function shareInPercent(part: bigint, whole: bigint): string {
  const hundredths = (part * 10_000n + whole - 1n) / whole
  return `${hundredths / 100n}.${`${hundredths % 100n}`.padStart(2, '0')}`
}
