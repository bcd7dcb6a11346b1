import { readOn } from '../chain/reader.ts'
import { depositBooks } from './deposit-books.ts'
import type { Schedule } from './runner.ts'

const stepsMax = 5

/** Reads the chain on from where it was left. */
export const readChain: Schedule = {
  name: 'read-chain',
  everyMs: 1000,
  async run({ db, chain, config, log }) {
    const reading = { db, chain, books: depositBooks(chain), isSandbox: config.SANDBOX }
    for (let steps = 0; steps < stepsMax; steps++) {
      if ((await readOn(reading)) !== 'went_back') return
      log.warn({ network: chain.network }, 'blocks were lost: the reader went back')
    }
  },
}
