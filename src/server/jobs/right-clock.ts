import { rightTimes } from './queue/outbox.ts'
import type { Schedule } from './queue/runner.ts'

/** Jobs that were asked for while the database's clock ran ahead wait no longer than was meant, once it is right again. */
export const rightClock: Schedule = {
  name: 'right-clock',
  everyMs: 10_000,
  async run({ db, wake }) {
    if ((await rightTimes(db)) > 0) wake()
  },
}
