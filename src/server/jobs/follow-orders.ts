import { sql } from 'kysely'
import { applyStanding } from '../across/follow-order.ts'
import { ends } from '../cards/applications/application-states.ts'
import { lockApplication } from '../cards/applications/applications.ts'
import { type Db, transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'

interface Asked {
  id: string
  issuer_order_id: string
}

const aRound = 100
const atOnce = 10

/** Asks the issuer how orders stand, those first that were not asked about for longest: what it told may be lost. */
export const followOrders: Schedule = {
  name: 'follow-orders',
  everyMs: 30_000,
  run: followAll,
}

/** One round of it. A silent issuer changes nothing. */
export async function followAll(world: World): Promise<void> {
  const orders = await nextToAsk(world.db)
  for (let first = 0; first < orders.length; first += atOnce) {
    await Promise.all(orders.slice(first, first + atOnce).map(order => apart(world, order)))
  }
}

/** Follows an order and none of the others: they are asked about although this one fails. */
async function apart(world: World, order: Asked): Promise<void> {
  await follow(world, order).catch(error =>
    world.log.error({ error, application: order.id }, 'an order is asked about again in the next round'),
  )
}

async function follow({ db, issuer }: World, { id, issuer_order_id: issuerOrderId }: Asked): Promise<void> {
  const answer = await issuer.orderOf({ issuerOrderId })
  if (answer.outcome !== 'done') return
  await transaction(db, async db => {
    const row = await lockApplication(db, id)
    if (row?.issuer_order_id === issuerOrderId) await applyStanding(db, row, answer.order)
  })
}

async function nextToAsk(db: Db): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    update applications set checked_at = now()
    where id in (
      select id from applications
      where issuer_order_id is not null and status <> all(${ends})
      order by checked_at nulls first limit ${aRound}
    )
    returning id, issuer_order_id`.execute(db)
  return rows
}
