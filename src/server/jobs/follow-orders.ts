import { sql } from 'kysely'
import { applyStanding } from '../across/follow-order.ts'
import { ends } from '../cards/applications/application-states.ts'
import { lockApplication } from '../cards/applications/applications.ts'
import { type Db, transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'
import { sideBySide } from './queue/side-by-side.ts'

interface Asked {
  id: string
  issuer_order_id: string
}

const aRound = 100

/** Asks the issuer how orders stand, those first that were not asked about for longest: what it told may be lost. */
export const followOrders: Schedule = {
  name: 'follow-orders',
  everyMs: 30_000,
  run: followAll,
}

/** One round of it. A silent issuer changes nothing. */
export async function followAll(world: World): Promise<void> {
  await sideBySide(world, {
    schedule: followOrders.name,
    items: await nextToAsk(world.db),
    idOf: ({ id }) => id,
    work: order => follow(world, order),
  })
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
