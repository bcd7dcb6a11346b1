import { noteStep, tellApplication } from '../across/application-books.ts'
import { applyStanding } from '../across/follow-order.ts'
import { stepsOf } from '../cards/applications/application-states.ts'
import type { ApplicationRow } from '../cards/applications/application-tables.ts'
import { lockApplication, moveApplication, paymentsOf } from '../cards/applications/applications.ts'
import type { OrderState } from '../cards/issuer.ts'
import { type Db, transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import { endUnordered } from './order-card.ts'
import { enqueue } from './queue/outbox.ts'
import { Later } from './queue/runner.ts'

/**
 * Takes an application back: unpaid it ends at once, paid for it waits until the issuer says that nothing is made. The
 * caller has locked it. Refuses once making has begun.
 */
export async function askToCancel(db: Db, row: ApplicationRow): Promise<ApplicationRow> {
  const [status = row.status] = stepsOf(row.status, 'cancelPayApply')
  if (status === 'cancelling') {
    await noteStep(db, (await paymentsOf(db, row.id)).at(-1), { what: 'cancelling' })
    await enqueue(db, 'cancel-order', { applicationId: row.id })
  }
  return await moveApplication(db, row, status)
}

/**
 * Asks the issuer to take an order back, until it has surely answered. Yes: cancelled, everything is returned. No: the card
 * is being made, and the application goes on. Before we know whether there is an order nothing is decided.
 */
export async function cancelOrder(world: World, { applicationId }: { applicationId: string }): Promise<void> {
  const { db, issuer } = world
  const row = await transaction(db, db => stillToCancel(db, applicationId))
  if (!row) return
  // The job that asks for the card will know.
  if (!row.issuer_order_id) throw new Later(2000)
  const { issuer_order_id: issuerOrderId } = row
  const answer = await issuer.cancelOrder({ issuerOrderId })
  if (answer.outcome === 'unknown') throw new Later(2000)
  const found = await issuer.orderOf({ issuerOrderId })
  if (found.outcome !== 'done') throw new Later(2000)
  const { order } = found
  await transaction(db, async db => {
    const row = await lockApplication(db, applicationId)
    if (row?.status !== 'cancelling') return
    const now = await applyStanding(db, row, order)
    if (now.status !== 'cancelling') return
    // What was read is older than what is known: that it is taken back, or an event.
    if (answer.outcome === 'done' || order.version < now.order_version) throw new Later(2000)
    await goOn(db, now, order.state)
  })
}

/** Undefined when it has ended or gone on; what nobody was asked for yet ends here. */
async function stillToCancel(db: Db, applicationId: string): Promise<ApplicationRow | undefined> {
  const row = await lockApplication(db, applicationId)
  if (row?.status !== 'cancelling') return undefined
  const payment = (await paymentsOf(db, row.id)).at(-1)
  if (!payment || payment.asked_at) return row
  await endUnordered(db, row, { payment, status: 'cancelled' })
  return undefined
}

/** The issuer does not take it back, and nothing is printed yet: it goes on from where it was. */
async function goOn(db: Db, row: ApplicationRow, state: OrderState) {
  if (state !== 'received' && state !== 'approved') throw new Later(2000)
  const isMaking = state === 'approved'
  const moved = await moveApplication(db, row, isMaking ? 'making' : 'applying', {
    ...(isMaking && !row.approved_at && { approved_at: new Date() }),
  })
  await tellApplication(db, moved, { state: 'too_late', once: `${row.issuer_order_id}:${row.order_version}` })
}
