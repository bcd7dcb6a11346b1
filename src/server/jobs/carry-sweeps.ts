import { retireAddress } from '../across/retired-address.ts'
import { carryOn } from '../chain/sweeps/carrying.ts'
import type { Schedule } from './queue/runner.ts'

/** Carries sweeps on that were begun: hands them to the network, follows them. */
export const carrySweeps: Schedule = {
  name: 'carry-sweeps',
  everyMs: 1000,
  run: world => carryOn({ ...world, retire: retireAddress }),
}
