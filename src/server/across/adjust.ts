import { sql } from 'kysely'
import { type Currency, format } from '../../contract/money.ts'
import { writeBill } from '../bills/bills.ts'
import { lockCardOn } from '../cards/cards.ts'
import { type Db, transaction } from '../database/database.ts'
import { houseAccount, post, reverse } from '../ledger/ledger.ts'
import { tell } from '../messages/messages.ts'
import { PlainError } from '../plain-error.ts'

/** What something is adjusted for: keys for words. */
export const adjustmentReasons = ['fee_return', 'correction', 'credit', 'goodwill', 'other'] as const
/** What something is adjusted for. */
type AdjustmentReason = (typeof adjustmentReasons)[number]

/** A correction of what a customer holds, by hand. */
export interface Adjustment {
  /** Names it: the same key with the same content is done once, with other content it is refused. */
  key: string
  /** A wallet or card of a customer. */
  accountId: string
  /** What the account receives; negative when it gives. Minor units. */
  amountMinor: bigint
  /** Why, as the customer reads it in their language. */
  reason: AdjustmentReason
  /** What the operator adds, read as it is written. */
  note?: string | null
  /** The earlier adjustment that this one takes back; then the amount is its mirror. */
  reverses?: string | undefined
}

/** What an adjustment did. */
export interface Adjusted {
  transferId: string
  /** True when it was done before: nothing moved now. */
  isReplay: boolean
}

/**
 * Corrects what a customer holds, against the house's account `adjustments`: one balanced transfer with its bill row and
 * a message. Throws what the ledger refuses: an account that would be overdrawn or is closed, a key with other content,
 * a second reversal. What was adjusted is taken back by another adjustment only. The money of a card moves under the lock of
 * the card, as everybody moves it: a purchase that is decided meanwhile sees it, or comes before it.
 */
export async function adjust(db: Db, adjustment: Adjustment): Promise<Adjusted> {
  return await transaction(db, db => adjustNow(db, adjustment))
}

async function adjustNow(
  db: Db,
  { key, accountId, amountMinor, reason, note = null, reverses }: Adjustment,
): Promise<Adjusted> {
  const account = await adjustableAccount(db, accountId)
  const { currency } = account
  if (reverses !== undefined) await checkReversed(db, { reverses, accountId, amountMinor })
  const about = { idempotencyKey: `adjust:${key}`, reason: 'adjustment' }
  const houseId = await houseAccount(db, { code: 'adjustments', currency })
  const entries = [
    { accountId, amountMinor },
    { accountId: houseId, amountMinor: -amountMinor },
  ]
  const posted = await (reverses === undefined
    ? post(db, { ...about, entries })
    : reverse(db, { ...about, transferId: reverses }))
  if (!posted.isReplay)
    await show(db, { ...account, amountMinor, reason, note, transferId: posted.transferId })
  return posted
}

/** The adjustments in favour of these customers that were not taken back, by whatever account, oldest first. */
export async function adjustedInFavour(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; transferId: string }[]> {
  const { rows } = await sql<{ userId: string; transferId: string }>`
    select a.owner_id as "userId", t.id as "transferId"
    from accounts a join entries e on e.account_id = a.id join transfers t on t.id = e.transfer_id
    where a.owner_id = any (${userIds}::uuid[]) and t.reason = 'adjustment' and t.reverses_id is null
      and e.amount_minor > 0 and not exists (select from transfers where reverses_id = t.id)
    order by t.id`.execute(db)
  return rows
}

/** An account that may be adjusted: a customer's, and not closed. Of a card it is locked with the card. */
async function adjustableAccount(db: Db, accountId: string) {
  const card = await lockCardOn(db, accountId)
  const account = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.owner_id')
    .select(['users.id as ownerId', 'accounts.currency', 'accounts.closed_at'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  if (!account) throw new PlainError('This is no account of a customer.')
  if (account.closed_at) throw new PlainError('This account is closed.')
  return { accountId, ownerId: account.ownerId, currency: account.currency as Currency, card: card ?? null }
}

/** Only an adjustment of the same account and the opposite amount can be taken back this way. */
async function checkReversed(
  db: Db,
  { reverses, accountId, amountMinor }: { reverses: string; accountId: string; amountMinor: bigint },
): Promise<void> {
  const entry = await db
    .selectFrom('transfers')
    .innerJoin('entries', 'entries.transfer_id', 'transfers.id')
    .select('amount_minor')
    .where('transfers.id', '=', reverses)
    .where('transfers.reason', '=', 'adjustment')
    .where('entries.account_id', '=', accountId)
    .executeTakeFirst()
  if (entry?.amount_minor !== -amountMinor) {
    throw new PlainError('Only an adjustment of this account by the opposite amount can be taken back.')
  }
}

type Shown = Awaited<ReturnType<typeof adjustableAccount>> & {
  amountMinor: bigint
  reason: AdjustmentReason
  note: string | null
  transferId: string
}

async function show(
  db: Db,
  { ownerId, currency, card, amountMinor, reason, note, transferId }: Shown,
): Promise<void> {
  const { billId } = await writeBill(db, {
    userId: ownerId,
    kind: 'transfer',
    amountMinor,
    currency,
    account: card?.last4 ?? 'wallet',
    cardId: card?.id ?? null,
    remark: { adjusted: reason, ...(note && { note }) },
    status: 'done',
    transferId,
    step: { what: 'adjusted' },
  })
  await tell(db, {
    userId: ownerId,
    kind: 'balance',
    noticeType: 'cardTransfer',
    params: {
      what: 'adjusted',
      amount: `${amountMinor > 0n ? '+' : ''}${format(amountMinor, currency)}`,
      currency,
      adjusted: reason,
      ...(note && { note }),
      ...(card && { last4: card.last4 }),
    },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `adjust:${transferId}`,
  })
}
