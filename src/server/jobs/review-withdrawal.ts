import { frozenBy } from '../account/freezes.ts'
import { giveBack } from '../across/withdrawal-books.ts'
import { continueBillOf } from '../across/withdrawal-words.ts'
import { closeAlarm, openSince } from '../alarms.ts'
import { audit } from '../audits/audit.ts'
import { assertNoStandstill } from '../chain/nonces.ts'
import type { WithdrawalRow } from '../chain/withdrawals/withdrawal-tables.ts'
import { lockWithdrawal, moveWithdrawal } from '../chain/withdrawals/withdrawals.ts'
import { type Db, transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import type { World } from '../world.ts'
import { Later } from './queue/runner.ts'

const approvalsNeeded = 2
const verbAt = { review: 'withdrawal.approve', held: 'withdrawal.release-hold' }

/** Who decides about which withdrawal. */
interface Vote {
  withdrawalId: string
  operator: string
}

/**
 * One operator lets a withdrawal go that waits at `stage`: above the threshold, or held. With the second, who must be
 * another person, it queues. Gives how many are still needed. Throws when it does not wait there, or for this operator.
 */
export async function approve(
  db: Db,
  { withdrawalId, operator, stage }: Vote & { stage: 'review' | 'held' },
): Promise<number> {
  return await transaction(db, async db => {
    const row = await waiting(db, withdrawalId, [stage])
    if (await frozenBy(db, row.user_id))
      throw new PlainError('The money of this customer is frozen: that is lifted first.')
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('withdrawal_approvals')
      .values({ withdrawal_id: withdrawalId, stage, operator })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n)
      throw new PlainError('This takes another operator: you have approved it.')
    await audit(db, { operator, verb: verbAt[stage], subject: withdrawalId })
    const given = await db
      .selectFrom('withdrawal_approvals')
      .select('operator')
      .where('withdrawal_id', '=', withdrawalId)
      .where('stage', '=', stage)
      .execute()
    if (given.length < approvalsNeeded) return approvalsNeeded - given.length
    await moveWithdrawal(db, row, {
      status: 'queued',
      reason: null,
      ...(stage === 'held' && { is_cleared: true }),
    })
    if (stage === 'held') await closeAlarm(db, { kind: 'withdrawal_held', subject: withdrawalId })
    await continueBillOf(db, row, { step: { what: 'approved' } })
    return 0
  })
}

/** What an operator may refuse a withdrawal for; customers read it in their language. */
export const refusalReasons = ['refused', 'address_risk', 'unconfirmed', 'source_unclear'] as const

/** Why a withdrawal does not go, and what the operator adds to it as they write it. */
interface Refusal {
  reason: (typeof refusalReasons)[number]
  note?: string | null
}

/** One operator does not let a withdrawal go: what was reserved is given back, and the customer reads why. */
export async function refuse(
  db: Db,
  { withdrawalId, operator, reason, note = null }: Vote & Refusal,
): Promise<void> {
  await transaction(db, async db => {
    const row = await waiting(db, withdrawalId, ['review', 'held'])
    await assertNoStandstill(db, row.network)
    const refused = await moveWithdrawal(db, row, {
      status: 'failed',
      reason,
      note,
      at: 'ended_at',
    })
    await closeAlarm(db, { kind: 'withdrawal_held', subject: withdrawalId })
    const words = { ...(note && { note }) }
    await audit(db, { operator, verb: 'withdrawal.refuse', subject: withdrawalId, detail: { reason }, words })
    await giveBack(db, refused, 'failed')
  })
}

/**
 * Gives back what was reserved for a signed withdrawal whose nonce is used while nobody can show by what. It takes two
 * operators, who have looked at the chain themselves. Throws when the chain has not left it open.
 */
export async function giveUp(
  db: Db,
  { withdrawalId, note }: { withdrawalId: string; note: string | null },
): Promise<void> {
  const row = await waiting(db, withdrawalId, ['sent'])
  await assertNoStandstill(db, row.network)
  const unproven = { kind: 'withdrawal_unproven', subject: withdrawalId } as const
  if (!(await openSince(db, unproven)))
    throw new PlainError('This withdrawal is signed, and the chain may still show what became of it.')
  const ended = { status: 'failed', reason: 'replaced', note, at: 'ended_at' } as const
  const failed = await moveWithdrawal(db, row, ended)
  await closeAlarm(db, unproven)
  await giveBack(db, failed, 'failed')
}

/** Plays two operators in the sandbox, and nowhere else. What is held they let go when the customer's pause is over. */
export async function reviewWithdrawal(
  { db, config }: World,
  { withdrawalId }: { withdrawalId: string },
): Promise<void> {
  if (!config.SANDBOX) return
  const row = await db
    .selectFrom('withdrawals')
    .innerJoin('users', 'users.id', 'withdrawals.user_id')
    .select(['status', 'user_id', 'hold_until'])
    .where('withdrawals.id', '=', withdrawalId)
    .executeTakeFirst()
  if (row?.status !== 'review' && row?.status !== 'held') return
  if (await frozenBy(db, row.user_id)) throw new Later(30_000)
  const waitMs = (row.hold_until?.getTime() ?? 0) - Date.now()
  if (row.status === 'held' && waitMs > 0) throw new Later(waitMs)
  const { status: stage } = row
  await transaction(db, async db => {
    for (const operator of ['sandbox-1', 'sandbox-2']) {
      if ((await approve(db, { withdrawalId, operator, stage })) === 0) return
    }
  })
}

async function waiting(db: Db, id: string, stages: readonly string[]): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(db, id)
  if (!row || !stages.includes(row.status))
    throw new PlainError('This withdrawal does not wait for this decision.')
  return row
}
