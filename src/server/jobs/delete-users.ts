import { sql } from 'kysely'
import type { Obstacle } from '../../contract/deletion.ts'
import { dueDeletions, endDeletion, waitingDeletion } from '../account/deletions.ts'
import type { Deletion, UserRow } from '../account/tables.ts'
import { userById } from '../account/users.ts'
import { obstaclesOf } from '../across/deletion-check.ts'
import { freeWaived, keepWaived } from '../across/deletion-waivers.ts'
import { forgetPerson, lastLetterKey } from '../across/forget-person.ts'
import { audit } from '../audits/audit.ts'
import { type Db, isPassing, transaction } from '../database/database.ts'
import { lockEverything } from '../database/lock-customer.ts'
import { closeAccounts } from '../ledger/closing.ts'
import { deletionLetter } from '../mail/letters/deletion.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'
import { enqueue } from './queue/outbox.ts'
import type { Schedule } from './queue/runner.ts'

/**
 * Carries out deletions whose day has come: the person goes, the books stay. What stands in the way on that day stops the
 * deletion for good; the customer is told why and may ask anew.
 */
export const deleteUsers: Schedule = {
  name: 'delete-users',
  everyMs: 60_000,
  async run(world) {
    // Those that cannot be carried out keep nobody else waiting: each is tried once, and then the next are looked for.
    const tried: string[] = []
    const failures: unknown[] = []
    for (;;) {
      const due = await dueDeletions(world.db, 50, tried)
      if (due.length === 0) break
      for (const { id, user_id } of due) {
        tried.push(id)
        await transaction(world.db, db => carryOut(db, { userId: user_id, treasury: world.treasury })).catch(
          error => {
            world.log.error({ error, deletion: id }, 'an account could not be deleted')
            if (!isPassing(error)) failures.push(error)
          },
        )
      }
    }
    world.wake()
    // A person is called while that goes on: whoever wants to be forgotten waits.
    if (failures.length > 0) throw failures[0]
  },
}

async function carryOut(
  db: Db,
  { userId, treasury }: { userId: string; treasury: World['treasury'] },
): Promise<void> {
  await lockEverything(db, userId)
  const deletion = await waitingDeletion(db, userId)
  if (!deletion || !(await isDue(db, deletion))) return
  const user = await userById(db, userId)
  const obstacles = await obstaclesOf(db, { userId, treasury })
  const blocking = obstacles.filter(({ state }) => state !== 'warns')
  if (blocking.length > 0) return await stop(db, { user, deletion, obstacles: blocking })
  await keepWaived(db, deletion.id)
  await closeAccounts(db, userId)
  // They are nobody's letter when it goes: the phrase is forgotten with everything else.
  const letter = deletionLetter({ to: user.email, lang: user.lang, what: 'deleted' })
  await enqueue(db, 'send-letter', { ...letter, userId: null }, { key: lastLetterKey(userId) })
  await endDeletion(db, { deletionId: deletion.id, state: 'done' })
  await forgetPerson(db, user)
  // What had begun before may still write of them, and end after this.
  await enqueue(db, 'forget-again', { userId })
  await audit(db, { operator: 'system', verb: 'user.delete', subject: userId })
}

async function isDue(db: Db, { id }: Deletion): Promise<boolean> {
  const { rows } = await sql`select from deletions where id = ${id} and due_at <= now()`.execute(db)
  return rows.length > 0
}

async function stop(
  db: Db,
  { user, deletion, obstacles }: { user: UserRow; deletion: Deletion; obstacles: Obstacle[] },
): Promise<void> {
  await freeWaived(db, deletion.id)
  await endDeletion(db, { deletionId: deletion.id, state: 'stopped', obstacles })
  await tell(db, {
    userId: user.id,
    kind: 'system',
    noticeType: 'security',
    params: { event: 'deletionStopped' },
    action: '/pages/cannelAccount/cannelAccount',
    eventKey: `deletion-stopped:${deletion.id}`,
    hasLetter: true,
  })
  const letter = deletionLetter({ to: user.email, lang: user.lang, what: 'stopped' })
  await enqueue(db, 'send-letter', { ...letter, userId: user.id })
  await audit(db, { operator: 'system', verb: 'user.delete.stopped', subject: user.id })
}
