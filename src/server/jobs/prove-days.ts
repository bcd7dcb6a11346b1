import { proveDays } from '../ledger/proofs/making.ts'
import type { Schedule } from './queue/runner.ts'

/**
 * Of each sealed day it is published what customers are owed. The log has each root: kept elsewhere, it proves what was said.
 */
export const proveSealedDays: Schedule = {
  name: 'prove-days',
  everyMs: 10 * 60_000,
  async run({ db, log }) {
    for (const { day, currency, root, totalMinor } of await proveDays(db))
      log.info({ day, currency, root, total: `${totalMinor}` }, 'what customers are owed is published')
  },
}
