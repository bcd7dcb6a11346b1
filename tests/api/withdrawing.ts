import { startWithdrawalWorld, type WithdrawalWorld, workOff } from './withdrawer.ts'

export let tested: WithdrawalWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startWithdrawalWorld()
}

/** What one test leaves in the queue is not another's: after each test. */
export const clearQueue = () => workOff(tested)
