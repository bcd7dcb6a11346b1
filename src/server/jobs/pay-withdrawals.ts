import { withdrawalBooks } from '../across/withdrawal-books.ts'
import { payOn } from '../chain/withdrawals/paying.ts'
import type { Schedule } from './queue/runner.ts'

/** Carries withdrawals on: signs, hands to the network, follows. */
export const payWithdrawals: Schedule = {
  name: 'pay-withdrawals',
  everyMs: 1000,
  async run({ db, treasury }) {
    await payOn({ db, treasury, books: withdrawalBooks(treasury) })
  },
}
