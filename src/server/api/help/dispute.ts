import type { Input } from '../../../contract/call.ts'
import type * as dispute from '../../../contract/dispute.ts'
import { format, parse } from '../../../contract/money.ts'
import { takeTryOrRefuse } from '../../account/attempts.ts'
import { leaveDispute, lockDisputeAndCard, showStep } from '../../across/dispute-books.ts'
import { leaveToDispute } from '../../across/refund-books.ts'
import { lockCard } from '../../cards/cards.ts'
import { type Db, transaction } from '../../database/database.ts'
import {
  changeDispute,
  type DisputeRow,
  disputeOfRequest,
  isOver,
  type NewDispute,
  openedBefore,
  writeDispute,
  writeLine,
} from '../../disputes/disputes.ts'
import { disputesOf, newestDispute, ownDispute } from '../../disputes/reading.ts'
import { withoutCardNumbers } from '../../feedback/masking.ts'
import { attachToDispute } from '../../feedback/pictures.ts'
import { Refused } from '../../http/refused.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { contestedBy, disputeTermsOf } from './dispute-terms.ts'

const hourMs = 60 * 60_000
const anHour = { opened: 10, lines: 30 }

/** Purchases that customers contest: opened here, carried to the issuer by a job, decided by the issuer's events. */
export function disputeApi(world: World): Handlers<typeof dispute> {
  const { db } = world

  const take = (userId: string, what: keyof typeof anHour) =>
    takeTryOrRefuse(db, { subject: `dispute-${what}:${userId}`, limit: anHour[what], windowMs: hourMs })

  return {
    async disputeTerms({ billId }, { userId }) {
      const contested = await contestedBy(db, { userId, billId })
      if (!contested) throw new Refused('dispute_refused', { reason: 'not_purchase' })
      const { bill, purchase } = contested
      const { maxMinor, until, trouble } = await disputeTermsOf(db, contested)
      return {
        billId: bill.id,
        cardOutId: purchase.card_id,
        last4: bill.account,
        merchant: purchase.merchant,
        max: format(maxMinor, 'USD'),
        currency: 'USD',
        until: until?.toISOString() ?? null,
        trouble,
        dispute: await newestDispute(db, { userId, billId: bill.id }),
      }
    },

    async openDispute(input, { userId }) {
      const { requestId } = input
      if (!(await disputeOfRequest(db, { userId, requestId }))) await take(userId, 'opened')
      const disputeId = await transaction(db, db => open(db, { userId, input }))
      world.wake()
      return await ownDispute(db, { userId, disputeId })
    },

    async disputes({ page, pageSize }, { userId }) {
      return await disputesOf(db, { userId, page, pageSize })
    },

    async getDispute({ id }, { userId }) {
      return await ownDispute(db, { userId, disputeId: id })
    },

    async addEvidence(input, { userId }) {
      await ownDispute(db, { userId, disputeId: input.id })
      const { id: disputeId, requestId } = input
      if (!(await hasLine(db, { disputeId, requestId }))) await take(userId, 'lines')
      await transaction(db, db => addLine(db, { userId, input }))
      world.wake()
      return await ownDispute(db, { userId, disputeId: input.id })
    },

    async withdrawDispute({ id }, { userId }) {
      await ownDispute(db, { userId, disputeId: id })
      await transaction(db, async db => {
        const row = await lockDisputeAndCard(db, id)
        if (row.status === 'withdrawn' || (row.withdraw_asked_at && !isOver(row))) return
        refuseOver(row)
        await leaveDispute(db, row)
      })
      world.wake()
      return await ownDispute(db, { userId, disputeId: id })
    },
  }
}

/** Opens a dispute once, under the lock of its card: while it is held nothing is cleared, refunded or disputed beside. */
async function open(
  db: Db,
  { userId, input }: { userId: string; input: Input<typeof dispute.openDispute> },
): Promise<string> {
  const asked = { userId, billId: input.billId }
  const known = await contestedBy(db, asked)
  if (!known) throw new Refused('dispute_refused', { reason: 'not_purchase' })
  await lockCard(db, known.purchase.card_id)
  const contested = (await contestedBy(db, asked)) ?? known
  const wanted = wantedOf(contested, { userId, input })
  const earlier = await openedBefore(db, wanted)
  if (earlier) return earlier.id
  const { maxMinor, trouble } = await disputeTermsOf(db, contested)
  if (trouble) throw new Refused('dispute_refused', { reason: trouble })
  if (wanted.amount_minor <= 0n || wanted.amount_minor > maxMinor) {
    throw new Refused('amount_out_of_range', { min: '0.01', max: format(maxMinor, 'USD') })
  }
  const { dispute, lineId } = await writeDispute(db, wanted)
  await attachToDispute(db, { userId, lineId, images: input.images ?? [] })
  await leaveToDispute(db, contested.purchase.id)
  await showStep(db, dispute, 'disputeOpened')
  await enqueue(db, 'send-dispute', { disputeId: dispute.id }, { key: `dispute:${dispute.id}` })
  return dispute.id
}

function wantedOf(
  { purchase, bill }: NonNullable<Awaited<ReturnType<typeof contestedBy>>>,
  { userId, input }: { userId: string; input: Input<typeof dispute.openDispute> },
): NewDispute {
  return {
    user_id: userId,
    request_id: input.requestId,
    bill_id: bill.id,
    card_id: purchase.card_id,
    thread_id: purchase.thread_id,
    reason: input.reason,
    // More digits than a card has are out of range, as nothing is.
    amount_minor: parse(input.amount, 'USD') ?? 0n,
    text: withoutCardNumbers(input.description),
  }
}

/** Adds what was said, once; a repeat is none, and is answered after the end too. */
async function addLine(
  db: Db,
  { userId, input }: { userId: string; input: Input<typeof dispute.addEvidence> },
): Promise<void> {
  const { id: disputeId, requestId, images = [] } = input
  const row = await lockDisputeAndCard(db, disputeId)
  if (!(await hasLine(db, { disputeId, requestId }))) refuseOver(row)
  const text = withoutCardNumbers(input.description)
  const lineId = await writeLine(db, { disputeId, requestId, text })
  if (!lineId) return
  await attachToDispute(db, { userId, lineId, images })
  await changeDispute(db, row, {})
  await enqueue(db, 'send-dispute', { disputeId }, { key: `dispute-line:${lineId}` })
}

function refuseOver(row: DisputeRow) {
  if (isOver(row)) throw new Refused('dispute_refused', { reason: 'over' })
}

async function hasLine(db: Db, { disputeId, requestId }: { disputeId: string; requestId: string }) {
  const line = await db
    .selectFrom('dispute_lines')
    .select('id')
    .where('dispute_id', '=', disputeId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return line !== undefined
}
