import { dropFactor } from '../account/second-factor/factor.ts'
import { dueRemovals, endRemoval } from '../account/second-factor/removal.ts'
import { endSessions } from '../account/session.ts'
import { userById } from '../account/users.ts'
import { pauseWithdrawals } from '../account/withdrawal-pause.ts'
import { tellKept, warn } from '../api/account/security-notice.ts'
import { audit } from '../audits/audit.ts'
import { type Db, isPassing, transaction } from '../database/database.ts'
import { lockCustomer } from '../database/lock-customer.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'

const aRound = 100

/** Takes second factors away that operators were asked to, once their customers have had the time to contradict. */
export const removeSecondFactors: Schedule = {
  name: 'remove-second-factors',
  everyMs: 60_000,
  run: removeDue,
}

/** All that are due now; one that fails waits for the next round and for nobody. */
export async function removeDue({ db, log, wake }: Pick<World, 'db' | 'log' | 'wake'>): Promise<void> {
  const failures: unknown[] = []
  for (const userId of await dueRemovals(db, aRound)) {
    await transaction(db, db => remove(db, userId)).catch(error => {
      log.error({ error, userId }, 'a second factor could not be taken away')
      if (!isPassing(error)) failures.push(error)
    })
  }
  wake()
  if (failures.length > 0) throw failures[0]
}

async function remove(db: Db, userId: string): Promise<void> {
  await lockCustomer(db, userId)
  // Contradicted at the last moment, or done by another node.
  if (!(await endRemoval(db, { userId, state: 'done' }))) return
  await dropFactor(db, userId)
  // Whoever is signed in may be why it was asked for.
  await endSessions(db, { userId })
  const user = await userById(db, userId)
  const caller = { device: 'Glaze', ip: '-', lang: user.lang }
  const kept = await pauseWithdrawals(db, userId)
  await warn(db, { user, event: 'secondFactorGone', caller })
  await tellKept(db, { user, kept, caller })
  await audit(db, { operator: 'system', verb: 'user.second-factor.removed', subject: userId })
}
