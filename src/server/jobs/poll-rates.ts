import { setTimeout as sleep } from 'node:timers/promises'
import { keepRates } from '../rates/rates.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'

const looksMax = 3
const againMs = 1000

/**
 * Asks the rate source and keeps what can be believed. A silent source changes nothing but the age of what we have. A pair
 * that is told for the first time is asked about again at once: a new house need not wait for its rates.
 */
export const pollRates: Schedule = {
  name: 'poll-rates',
  everyMs: 15_000,
  async run(world) {
    for (let looks = 1; (await poll(world)) && looks < looksMax; looks++) await sleep(againMs)
  },
}

/** True when another reading is wanted soon. */
async function poll({ db, rates, log }: World): Promise<boolean> {
  const answer = await rates.read().catch(error => {
    log.warn({ error }, 'the rate source could not be read')
    return null
  })
  return answer !== null && (await keepRates(db, answer))
}
