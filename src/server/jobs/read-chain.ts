import { sql } from 'kysely'
import { depositBooks } from '../across/deposit-books.ts'
import { audit } from '../audits/audit.ts'
import { readOn } from '../chain/deposits/reader.ts'
import { goOn } from '../chain/deposits/resuming.ts'
import { type Db, transaction } from '../database/database.ts'
import type { Schedule } from './queue/runner.ts'

const stepsMax = 5

/** Reads the chain on from where it was left. */
export const readChain: Schedule = {
  name: 'read-chain',
  everyMs: 1000,
  async run({ db, chain, config, log }) {
    const reading = { db, chain, books: depositBooks(chain), isSandbox: config.SANDBOX }
    for (let steps = 0; steps < stepsMax; steps++) {
      const step = await readOn(reading)
      if (step === 'stopped' && config.SANDBOX) await playOperators(db, chain.network)
      if (step !== 'went_back') return
      log.warn({ network: chain.network }, 'blocks were lost: the reader went back')
    }
  },
}

const sandboxWaitSeconds = 20

/** Lets the reader of the sandbox go on that has lost what was credited, when there was time to see it. */
async function playOperators(db: Db, network: string): Promise<void> {
  await transaction(db, async db => {
    const { rows } = await sql`
      select from alarms where kind = 'chain_stopped' and subject = ${network} and settled_at is null
        and detail ->> 'reason' = 'credited_lost'
        and created_at < now() - ${sandboxWaitSeconds} * interval '1 second' for update`.execute(db)
    if (rows.length === 0) return
    await goOn(db, network)
    await audit(db, { operator: 'sandbox-1', verb: 'chain.resume', subject: network })
  })
}
