import { setTimeout as sleep } from 'node:timers/promises'
import { keepRates } from '../rates/rates.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'

const looksMax = 3
const againMs = 1000

/**
 * Asks the rate source and keeps what can be believed. A silent source changes nothing but the age of what we have; silent
 * for half an hour, it calls a person, as every schedule does that fails. A pair that is told for the first time is asked
 * about again at once: a new house need not wait for its rates.
 */
export const pollRates: Schedule = {
  name: 'poll-rates',
  everyMs: 15_000,
  async run(world) {
    for (let looks = 1; (await poll(world)) && looks < looksMax; looks++) await sleep(againMs)
  },
}

/** True when another reading is wanted soon. Throws where the source cannot be read. */
async function poll({ db, rates }: World): Promise<boolean> {
  return await keepRates(db, await rates.read())
}
