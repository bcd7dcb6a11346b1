import type { Input } from '../../../contract/call.ts'
import type { DelayHours } from '../../../contract/delay.ts'
import { type Coin, format, parse } from '../../../contract/money.ts'
import type { transferOut, Withdrawal } from '../../../contract/withdrawal.ts'
import { userById } from '../../account/users.ts'
import { delayOf } from '../../account/withdrawal-delay.ts'
import { pausedUntil } from '../../account/withdrawal-pause.ts'
import { askOperators } from '../../across/withdrawal-books.ts'
import { tellOf } from '../../across/withdrawal-words.ts'
import { writeBill } from '../../bills/bills.ts'
import { keepForDebts } from '../../cards/money/debts.ts'
import type { Treasury } from '../../chain/treasury.ts'
import { endsOf } from '../../chain/withdrawals/address-ends.ts'
import {
  checkAddress,
  type SavedRow,
  savedAddress,
  touchAddress,
} from '../../chain/withdrawals/saved-addresses.ts'
import { type Allowances, allowancesOf, termsOf } from '../../chain/withdrawals/withdrawal-terms.ts'
import { addWithdrawal, withdrawalOf } from '../../chain/withdrawals/withdrawals.ts'
import type { Db } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import { balanceOf, hold, Overdrawn, openAccount } from '../../ledger/ledger.ts'
import { securityLetter } from '../../mail/letters/security.ts'
import { sentAfter } from '../../mail/letters/withdrawal-delay.ts'
import type { World } from '../../world.ts'
import type { Customer } from '../handler.ts'

/** What a withdrawal costs and how much may leave, in minor units. */
export type TermsInMinor = NonNullable<ReturnType<typeof termsOf>>

type Asked = Omit<Input<typeof transferOut>, 'pin' | 'requestId'>

/**
 * Reserves an amount for a saved address and writes down that it is to be paid, in the caller's transaction. The customer
 * is locked first, so that of any number at once each sees what those before it have left of limits and balance.
 */
export async function askWithdrawal(
  { treasury, config }: Pick<World, 'treasury' | 'config'>,
  db: Db,
  { input, customer }: { input: Asked; customer: Pick<Customer, 'userId' | 'device' | 'ip'> },
): Promise<Withdrawal> {
  const { userId } = customer
  const { currency } = input
  const terms = termsFor(treasury, input)
  await lockCustomer(db, userId)
  const saved = await destination(db, { treasury, userId, typed: input.address })
  refuseWait({ paused: await pausedUntil(db, userId), saved })
  const amountMinor = amountFrom(input, terms)
  const allowances = await allowancesOf(db, { userId, currency })
  refuseBeyondLimits(allowances, { currency, amountMinor })

  const { hours: delayHours } = await delayOf(db, userId)
  const id = newId()
  const holdId = await reserve(db, { id, userId, currency, amountMinor })
  await keepForDebts(db, userId)
  const isReviewed = amountMinor >= allowances.reviewFrom
  const paid = { userId, currency, feeMinor: terms.fee, receiveMinor: amountMinor - terms.fee }
  const bills = await writeBills(db, { ...paid, id, saved, isReviewed })
  const row = await addWithdrawal(db, {
    ...paid,
    ...bills,
    id,
    network: saved.network,
    address: saved.address,
    label: saved.label,
    holdId,
    isReviewed,
    cancelSeconds: config.WITHDRAWAL_CANCEL_SECONDS,
    delayHours,
  })
  await touchAddress(db, saved.id)
  if (isReviewed) await askOperators(db, row)
  await tellOf(db, row, {
    state: isReviewed ? 'review' : 'requested',
    hasLetter: true,
    ...(delayHours > 0 && { hours: `${delayHours}` }),
  })
  await writeLetter(db, {
    customer,
    what: `${format(paid.receiveMinor, currency)} ${currency} (${saved.network}) → ${endsOf(saved.address)}`,
    delayHours,
  })
  return withdrawalOf(row, treasury)
}

/** The terms of a coin on a network. Refuses what we do not pay there. */
export function termsFor(
  treasury: Treasury,
  { currency, chain }: { currency: Coin; chain: string },
): TermsInMinor {
  const terms = termsOf(currency)
  if (!terms || chain !== treasury.network || !treasury.coins.includes(currency))
    throw new Refused('currency_unsupported')
  return terms
}

/** The saved address that somebody means. Refuses every other, and says what is wrong with it. */
export async function destination(
  db: Db,
  { treasury, userId, typed }: { treasury: Treasury; userId: string; typed: string },
): Promise<SavedRow> {
  const { address, problem, looksLike } = await checkAddress(db, { treasury, typed })
  if (problem)
    throw new Refused('address_not_allowed', { why: problem, address, ...(looksLike && { looksLike }) })
  const saved = await savedAddress(db, { userId, network: treasury.network, address })
  if (!saved) throw new Refused('address_not_allowed', { why: 'unsaved', address })
  return saved
}

/** What must pass before money may go there, the longer of two waits; null when it may go at once. */
export function waitFor({ paused, saved }: { paused: Date | null; saved?: SavedRow | undefined }) {
  const usableAt = saved && !saved.is_usable ? saved.usable_at : null
  if (usableAt && (!paused || usableAt > paused))
    return { why: 'new_address' as const, until: usableAt.toISOString() }
  return paused && { why: 'security' as const, until: paused.toISOString() }
}

/** The refusal of an amount that is none, too small, or too large for one withdrawal. */
export function outOfRange({ min, max }: TermsInMinor, currency: Coin): Refused {
  return new Refused('amount_out_of_range', { min: format(min, currency), max: format(max, currency) })
}

function refuseWait(waiting: Parameters<typeof waitFor>[0]) {
  const wait = waitFor(waiting)
  if (wait) throw new Refused('withdrawals_on_hold', wait)
}

/** What leaves the wallet. What arrives must be what the customer was shown. */
function amountFrom({ amount, receive, currency }: Asked, terms: TermsInMinor): bigint {
  const amountMinor = parse(amount, currency)
  if (amountMinor === null || amountMinor < terms.min || amountMinor > terms.max)
    throw outOfRange(terms, currency)
  const receiveMinor = amountMinor - terms.fee
  if (parse(receive, currency) !== receiveMinor) {
    throw new Refused('quote_expired', {
      fee: format(terms.fee, currency),
      receive: format(receiveMinor, currency),
    })
  }
  return amountMinor
}

function refuseBeyondLimits(
  allowances: Allowances,
  { currency, amountMinor }: { currency: Coin; amountMinor: bigint },
) {
  for (const which of ['day', 'month'] as const) {
    const { limit, left } = allowances[which]
    if (amountMinor > left) {
      throw new Refused('limit_exceeded', {
        which,
        limit: format(limit, currency),
        left: format(left, currency),
      })
    }
  }
}

async function reserve(
  db: Db,
  { id, userId, currency, amountMinor }: { id: string; userId: string; currency: Coin; amountMinor: bigint },
): Promise<string> {
  const accountId = await openAccount(db, { kind: 'wallet', ownerId: userId, currency })
  try {
    const request = { accountId, amountMinor, idempotencyKey: `withdrawal:${id}`, reason: 'withdrawal' }
    return (await hold(db, request)).holdId
  } catch (error) {
    if (!(error instanceof Overdrawn)) throw error
    const { availableMinor } = await balanceOf(db, accountId)
    throw new Refused('balance_insufficient', { missing: format(amountMinor - availableMinor, currency) })
  }
}

interface NewBills {
  /** Of the withdrawal. */
  id: string
  userId: string
  currency: Coin
  receiveMinor: bigint
  feeMinor: bigint
  saved: SavedRow
  isReviewed: boolean
}

/** The row of the withdrawal and that of its fee; both wait for the chain. */
async function writeBills(
  db: Db,
  { id, userId, currency, receiveMinor, feeMinor, saved, isReviewed }: NewBills,
) {
  const row = { userId, currency, account: 'wallet', status: 'pending' } as const
  const { address, label, network } = saved
  const { billId } = await writeBill(db, {
    ...row,
    kind: 'withdraw',
    amountMinor: -receiveMinor,
    feeMinor,
    remark: { network, address, label },
    step: { what: isReviewed ? 'review' : 'requested', detail: { withdrawalId: id } },
  })
  const { billId: feeBillId } = await writeBill(db, {
    ...row,
    kind: 'fee',
    amountMinor: -feeMinor,
    remark: { fee: 'withdrawFee', network },
    traceId: billId,
    step: { what: 'reserved' },
  })
  return { billId, feeBillId }
}

/** By mail too: whoever holds a stolen phone reads its messages, not always its letters. */
async function writeLetter(
  db: Db,
  {
    customer,
    what,
    delayHours,
  }: { customer: Pick<Customer, 'userId' | 'device' | 'ip'>; what: string; delayHours: DelayHours },
) {
  const { email, lang } = await userById(db, customer.userId)
  const { device, ip } = customer
  const letter = securityLetter({
    to: email,
    lang,
    event: 'withdrawalAsked',
    device,
    ip,
    at: new Date(),
    detail: delayHours > 0 ? `${what}\n${sentAfter(delayHours, lang)}` : what,
  })
  await enqueue(db, 'send-letter', { ...letter, userId: customer.userId })
}
