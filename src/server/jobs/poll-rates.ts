import { keepRates } from '../rates/rates.ts'
import type { Schedule } from './queue/runner.ts'

/** Asks the rate source and keeps what can be believed. A silent source changes nothing but the age of what we have. */
export const pollRates: Schedule = {
  name: 'poll-rates',
  everyMs: 15_000,
  async run({ db, rates, log }) {
    const answer = await rates.read().catch(error => {
      log.warn({ error }, 'the rate source could not be read')
      return null
    })
    if (answer) await keepRates(db, answer)
  },
}
