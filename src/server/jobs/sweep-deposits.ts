import { retireAddress } from '../across/retired-address.ts'
import { beginSweeps } from '../chain/sweeps/beginning.ts'
import type { Schedule } from './queue/runner.ts'

/** Moves what is at deposit addresses to the hot wallet, where it is worth its fee. */
export const sweepDeposits: Schedule = {
  name: 'sweep-deposits',
  everyMs: 10 * 60_000,
  run: world => beginSweeps({ ...world, retire: retireAddress }),
}
