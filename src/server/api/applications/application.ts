import * as application from '../../../contract/application.ts'
import { noteStep, tellApplication } from '../../across/application-books.ts'
import { stepsOf } from '../../cards/applications/application-states.ts'
import type { ApplicationRow } from '../../cards/applications/application-tables.ts'
import {
  currentApplication,
  lockOwnApplication,
  lostUnused,
  moveApplication,
  ownApplication,
  paymentsOf,
} from '../../cards/applications/applications.ts'
import { ownCard } from '../../cards/cards.ts'
import { type Db, transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import { askToCancel } from '../../jobs/cancel-order.ts'
import type { World } from '../../world.ts'
import { activationHandlers } from '../cards/activation.ts'
import { decideOnce } from '../deciding/decide-once.ts'
import type { Handlers } from '../handler.ts'
import { shownApplication } from './application-view.ts'
import { fillIn } from './apply-card.ts'
import { cardholderHandlers } from './cardholder.ts'
import { payApplication } from './pay-application.ts'

/** Physical cards: applying, paying, taking back, and what is done with the card in hand. */
export function applicationApi(world: World): Handlers<typeof application> {
  const { db } = world

  return {
    async applyCard(input, { userId }) {
      return await shownApplication(db, await fillIn(world, { ...input, userId }))
    },

    async payApply(input, customer) {
      const { userId } = customer
      await ownApplication(db, { userId, id: input.id })
      return await decideOnce(world, { call: application.payApply, input, customer }, async db =>
        shownApplication(db, await payApplication(db, { ...input, userId })),
      )
    },

    async applyResult({ id }, { userId }) {
      return await shownApplication(db, await ownApplication(db, { userId, id }))
    },

    async restartApplyCard(input, { userId }) {
      return await locked(db, { ...input, userId }, restart)
    },

    async finishApply(input, { userId }) {
      return await locked(db, { ...input, userId }, arrive)
    },

    async cancelPayApply(input, { userId }) {
      const shown = await locked(db, { ...input, userId }, askToCancel)
      world.wake()
      return shown
    },

    async getCardApplyRecord({ id, cardId }, { userId }) {
      if (id) return await shownApplication(db, await ownApplication(db, { userId, id }))
      if (!cardId) throw new Refused('input_invalid', { fields: { cardId: 'required' } })
      await ownCard(db, { userId, cardId })
      const row = await currentApplication(db, cardId)
      return row ? await shownApplication(db, row) : null
    },

    ...cardholderHandlers(world),
    ...activationHandlers(world),
  }
}

/** Does something with the caller's application, locked, in one transaction. */
async function locked(
  db: Db,
  owned: { userId: string; id: string },
  work: (db: Db, row: ApplicationRow) => Promise<ApplicationRow>,
): Promise<application.Application> {
  return await transaction(db, async db => {
    await ownApplication(db, owned)
    await lockCustomer(db, owned.userId)
    return await shownApplication(db, await work(db, await lockOwnApplication(db, owned)))
  })
}

/** A draft again with what was filled in; what the issuer made of it is over. Refused while the card has another one. */
async function restart(db: Db, row: ApplicationRow): Promise<ApplicationRow> {
  const [status = row.status] = stepsOf(row.status, 'restartApplyCard')
  const current = await currentApplication(db, row.parent_card_id)
  if (current && current.id !== row.id && current.ended_at === null) {
    throw new Refused('apply_failed', { reason: current.status, id: current.id })
  }
  return await moveApplication(db, row, status, {
    issuer_card_id: null,
    issuer_order_id: null,
    last4: null,
    order_version: 0,
    physical_card_id: null,
    replaces_id: await lostUnused(db, {
      userId: row.user_id,
      cardTypeId: row.card_type_id,
      exceptId: row.id,
    }),
    reason: null,
    carrier: null,
    tracking_number: null,
    paid_at: null,
    approved_at: null,
    shipped_at: null,
  })
}

/** The customer says that the card has arrived. */
async function arrive(db: Db, row: ApplicationRow): Promise<ApplicationRow> {
  const [status = row.status] = stepsOf(row.status, 'finishApply')
  if (status === row.status) return row
  const moved = await moveApplication(db, row, status)
  await noteStep(db, (await paymentsOf(db, row.id)).at(-1), { what: 'order_delivered' })
  await tellApplication(db, moved, { state: 'success', once: `${row.issuer_order_id}:${row.order_version}` })
  return moved
}
