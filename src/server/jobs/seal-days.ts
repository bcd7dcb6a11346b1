import { sealDays } from '../ledger/seals.ts'
import type { Schedule } from './queue/runner.ts'

/** Each day of the books is sealed once it is over. The log has each seal: kept elsewhere, it proves what the books were. */
export const sealLedgerDays: Schedule = {
  name: 'seal-days',
  everyMs: 10 * 60_000,
  async run({ db, log }) {
    for (const { day, seal, transfers, entries } of await sealDays(db))
      log.info(
        { day, seal, transfers: `${transfers}`, entries: `${entries}` },
        'a day of the books is sealed',
      )
  },
}
