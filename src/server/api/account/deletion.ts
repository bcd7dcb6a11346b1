import type { Output } from '../../../contract/call.ts'
import type * as deletion from '../../../contract/deletion.ts'
import { tryCode, useCode } from '../../account/codes.ts'
import { beginDeletion, endDeletion, lastEnded, waitingDeletion } from '../../account/deletions.ts'
import { refuseFrozen } from '../../account/freezes.ts'
import { comparePin } from '../../account/pin.ts'
import type { Deletion, UserRow } from '../../account/tables.ts'
import { userById } from '../../account/users.ts'
import { isReady, obstaclesOf } from '../../across/deletion-check.ts'
import { freeWaived, reserveWaived } from '../../across/deletion-waivers.ts'
import { type Db, transaction } from '../../database/database.ts'
import { lockCustomer, lockEverything } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import { dayIn } from '../../zone.ts'
import type { Customer, Handlers } from '../handler.ts'
import { exportHandlers } from './export-data.ts'
import { warn } from './security-notice.ts'

/** Leaving: the checklist, the fifteen days, the way back, and what to take along. */
export function deletionApi(world: World): Handlers<typeof deletion> {
  const { db, treasury } = world

  return {
    async deletionCheck(_input, { userId }) {
      const [obstacles, waiting, ended] = [
        await obstaclesOf(db, { userId, treasury }),
        await waitingDeletion(db, userId),
        await lastEnded(db, userId),
      ]
      return {
        obstacles,
        isReady: isReady(obstacles),
        deletion: waiting ? shown(waiting) : null,
        stopped: waiting ? null : stoppedBy(ended),
      }
    },

    async deleteAccount({ pin, ...input }, customer) {
      // Before the code: a repeat brings the one that the first has used up.
      await refuseSecond(db, customer.userId)
      const user = await userById(db, customer.userId)
      if (user.pin_hash !== null && pin === undefined) {
        throw new Refused('input_invalid', { fields: { pin: 'required' } })
      }
      await tryCode(world, { email: user.email, purpose: 'deleteAccount', code: input.code })
      if (pin !== undefined && user.pin_hash !== null) await comparePin(world, { ...customer, pin })
      const begun = await transaction(db, db => begin(world, db, { user, customer, ...input }))
      world.wake()
      return shown(begun)
    },

    async cancelDelete(_input, customer) {
      await transaction(db, db => undo(db, customer))
      world.wake()
      return null
    },

    ...exportHandlers(world),
  }
}

/** Whatever would still move money waits for these locks, and then finds nothing that it could move. */
async function begin(
  world: World,
  db: Db,
  {
    user,
    customer,
    code,
    reason,
    waive = false,
  }: {
    user: UserRow
    customer: Customer
    code: string
    reason?: string | undefined
    waive?: boolean | undefined
  },
): Promise<Deletion> {
  const { id: userId, email } = user
  await lockEverything(db, userId)
  await refuseSecond(db, userId)
  await refuseFrozen(db, userId)
  const obstacles = await obstaclesOf(db, { userId, treasury: world.treasury })
  const isLeft = obstacles.some(({ state }) => state === 'waivable')
  if (!isReady(obstacles) || (isLeft && !waive)) throw new Refused('delete_failed', { obstacles })
  await useCode(world, db, { email, purpose: 'deleteAccount', code })
  const begun = await beginDeletion(db, { userId, reason })
  await reserveWaived(db, { userId, deletionId: begun.id, obstacles })
  await warn(db, {
    user,
    event: 'deletionAsked',
    caller: customer,
    params: { date: dayIn(user.timezone, begun.due_at) },
    detail: `${dayIn('UTC', begun.due_at)} UTC`,
  })
  return begun
}

async function refuseSecond(db: Db, userId: string): Promise<void> {
  const waiting = await waitingDeletion(db, userId)
  if (waiting) throw new Refused('delete_failed', { deleteAt: waiting.due_at.toISOString() })
}

async function undo(db: Db, customer: Customer): Promise<void> {
  const { userId } = customer
  await lockCustomer(db, userId)
  const waiting = await waitingDeletion(db, userId)
  if (!waiting) return
  await freeWaived(db, waiting.id)
  await endDeletion(db, { deletionId: waiting.id, state: 'undone' })
  await warn(db, { user: await userById(db, userId), event: 'deletionUndone', caller: customer })
}

function shown({ id, asked_at, due_at }: Deletion) {
  return { id, askedAt: asked_at.toISOString(), deleteAt: due_at.toISOString() }
}

function stoppedBy(ended: Deletion | undefined): Output<typeof deletion.deletionCheck>['stopped'] {
  if (ended?.state !== 'stopped' || !ended.ended_at) return null
  return {
    endedAt: ended.ended_at.toISOString(),
    obstacles: (ended.obstacles ?? []) as deletion.Obstacle[],
  }
}
