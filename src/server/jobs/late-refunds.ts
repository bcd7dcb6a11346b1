import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { disputeDays } from '../../contract/promises.ts'
import { userById } from '../account/users.ts'
import { lockCard } from '../cards/cards.ts'
import { type Db, transaction } from '../database/database.ts'
import { inTurn } from '../in-turn.ts'
import { tell } from '../messages/messages.ts'
import { changeWatch, leftMinorOf, lockWatch, type WatchRow } from '../refunds/watches.ts'
import type { World } from '../world.ts'
import { dayIn } from '../zone.ts'
import type { Schedule } from './queue/runner.ts'

const aRound = 100

/** Tells customers of refunds that have not come by the day they were expected. */
export const lateRefunds: Schedule = {
  name: 'late-refunds',
  everyMs: 10 * 60_000,
  run: tellLateRefunds,
}

/**
 * All that are late now, each once for each day that was chosen. One that fails waits for the next round and for nobody, and
 * is thrown at the end: a person is called while that goes on.
 */
export async function tellLateRefunds({ db, wake }: Pick<World, 'db' | 'wake'>): Promise<void> {
  try {
    await inTurn(pages(db), page => inTurn(page, ({ id }) => transaction(db, db => tellLate(db, id))))
  } finally {
    wake()
  }
}

async function* pages(db: Db): AsyncGenerator<Due[]> {
  let after: Due | undefined
  do {
    const page = await dueWatches(db, after)
    yield page
    after = page.length === aRound ? page.at(-1) : undefined
  } while (after)
}

type Due = Pick<WatchRow, 'id' | 'due_at'>

async function dueWatches(db: Db, after: Due | undefined): Promise<Due[]> {
  const due = db
    .selectFrom('refund_watches')
    .select(['id', 'due_at'])
    .where('ended_at', 'is', null)
    .where('told_late_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(aRound)
  const next = after ? due.where(sql<boolean>`(due_at, id) > (${after.due_at}, ${after.id})`) : due
  return await next.execute()
}

/** Under the locks under which it is matched and changed: what has come, or been given more time, is not told of. */
async function tellLate(db: Db, watchId: string): Promise<void> {
  const { card_id } = await db
    .selectFrom('refund_watches')
    .select('card_id')
    .where('id', '=', watchId)
    .executeTakeFirstOrThrow()
  await lockCard(db, card_id)
  const watch = await lockWatch(db, watchId)
  const { rows } = await sql`select where ${watch.due_at} <= now()`.execute(db)
  if (watch.ended_at !== null || watch.told_late_at !== null || rows.length === 0) return
  await changeWatch(db, watch, { told_late_at: sql<Date>`now()` })
  const { merchant, last4, date } = await purchaseOf(db, watch)
  await tell(db, {
    userId: watch.user_id,
    kind: 'system',
    noticeType: 'refundArrival',
    params: {
      to: 'late',
      amount: format(leftMinorOf(watch), 'USD'),
      currency: 'USD',
      merchant,
      last4,
      ...(date && { date }),
    },
    action: `/pages/bill/bill?refund=${watch.bill_id}`,
    eventKey: `refund-late:${watch.id}:${watch.due_on}`,
  })
}

/** Who sold it, and before which day it can be disputed by its owner's clock; none where that was decided already. */
async function purchaseOf(db: Db, { bill_id, user_id }: WatchRow) {
  const { account, remark, steps } = await db
    .selectFrom('bills')
    .select(['account', 'remark', 'steps'])
    .where('id', '=', bill_id)
    .executeTakeFirstOrThrow()
  const { merchant = '' } = remark as Record<string, string>
  const clearedAt = steps.findLast(({ what }) => what === 'cleared')?.at
  const isDecided = steps.some(({ what }) => what === 'disputeWon' || what === 'disputeLost')
  if (!clearedAt || isDecided) return { merchant, last4: account, date: null }
  const until = new Date(Date.parse(clearedAt) + disputeDays * 24 * 60 * 60_000)
  const { timezone } = await userById(db, user_id)
  const date = until > new Date() ? dayIn(timezone, until) : null
  return { merchant, last4: account, date }
}
