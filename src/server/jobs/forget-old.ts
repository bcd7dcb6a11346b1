import { forgetOldSecrets, shortenWaits } from '../account/forget-old.ts'
import { dropUnattached } from '../feedback/pictures.ts'
import { dropUnplaced } from '../identity/documents.ts'
import { forgetHandoffs } from '../identity/handoffs.ts'
import { inTurn } from '../in-turn.ts'
import { forgetOldQuotes } from '../rates/quotes.ts'
import { forgetDead } from './queue/outbox.ts'
import type { Schedule } from './queue/runner.ts'

/** Keeps tables of short-lived things short, and what waits from waiting too long. */
export const forgetOld: Schedule = {
  name: 'forget-old',
  everyMs: 60 * 60_000,
  async run({ db }) {
    const all = [forgetOldSecrets, dropUnplaced, dropUnattached, forgetHandoffs, forgetOldQuotes, forgetDead]
    await inTurn([...all, shortenWaits], work => work(db))
  },
}
