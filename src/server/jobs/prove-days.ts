import { noteHoldings } from '../chain/holdings.ts'
import { latestProof } from '../ledger/proofs/check-proofs.ts'
import { proveDays } from '../ledger/proofs/making.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'

/**
 * Of each sealed day it is published what customers are owed, and what the house holds on chain is noted beside it. The log
 * has each root: kept elsewhere, it proves what was said.
 */
export const proveSealedDays: Schedule = {
  name: 'prove-days',
  everyMs: 10 * 60_000,
  async run(world) {
    const { db, log } = world
    for (const { day, currency, root, totalMinor } of await proveDays(db))
      log.info({ day, currency, root, total: `${totalMinor}` }, 'what customers are owed is published')
    await noteBeside(world)
  },
}

/** Until the day after is over: then what was held is not known for ever. A silent node has alarms of its own. */
async function noteBeside({ db, log, chain, treasury }: World): Promise<void> {
  const day = await latestProof(db)
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)
  if (day === null || day !== yesterday) return
  await noteHoldings(db, { day, chain, treasury }).catch(error =>
    log.warn({ error, day }, 'what is held on chain could not be read'),
  )
}
