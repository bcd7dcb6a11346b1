import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bookFees } from '../../../src/server/jobs/book-fees.ts'
import { payWithdrawals } from '../../../src/server/jobs/pay-withdrawals.ts'
import { readChain } from '../../../src/server/jobs/read-chain.ts'
import type { World } from '../../../src/server/world.ts'
import { losingBetween } from '../../fixtures/chain/lost-between.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import { failedOne, later, moneyIn, statusOf, workOff } from '../../fixtures/wallet/withdrawer.ts'
import { begin, clearQueue, oneDue, paidForGood, tested } from '../../fixtures/wallet/withdrawing.ts'

// The reader loses blocks in the moment between what the chain has shown and the commit that rests on it.

beforeAll(begin)
afterEach(clearQueue)
afterAll(() => tested.close())

/** A round of `job` for whose last three blocks others come, and are read, right before it commits. */
async function losing(job: { run(world: World): Promise<void> }): Promise<void> {
  await readChain.run(tested.world)
  const lose = async () => {
    tested.node.reorg(3, 'drop')
    for (let round = 0; round < 2; round++) await readChain.run(tested.world)
  }
  await expect(job.run(losingBetween(tested.world, lose))).rejects.toThrow('to the reader')
}

const paidTo = (address: string) => tested.node.payments().filter(({ to }) => to === address).length

describe('a withdrawal whose block is lost in the moment of its end', () => {
  test('is not charged yet: it goes out again, and is charged when it is paid', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    tested.node.mine(3)
    await losing(payWithdrawals)
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    await workOff(tested)
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    expect(paidTo(customer.address)).toBe(1)
    expect(await openAlarms(tested)).toEqual([])
  })

  test('is not given back as one that failed: it may be paid now, and is', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    const all = tested.node.balanceOf('USDT')
    tested.node.fund('USDT', -all)
    tested.node.mine(3)
    await losing(payWithdrawals)
    tested.node.fund('USDT', all)
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    await workOff(tested)
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    expect(paidTo(customer.address)).toBe(1)
  })

  test('is not given back as one whose nonce something else has used', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    tested.node.stray()
    tested.node.mine(3)
    await tested.pay()
    await later(tested)
    await losing(payWithdrawals)
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    await workOff(tested)
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    expect(paidTo(customer.address)).toBe(1)
  })

  test('that was paid for good and is found again in that block is looked for further', async () => {
    const { customer, id } = await paidForGood()
    tested.node.reorg(3, 'drop')
    await tested.pay()
    await later(tested)
    await tested.pay()
    tested.node.mine(3)
    await losing(payWithdrawals)
    expect(await openAlarms(tested)).toEqual(['withdrawal_lost'])
    await workOff(tested)
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    expect(paidTo(customer.address)).toBe(1)
    expect(await openAlarms(tested)).toEqual([])
  })

  test('that had failed and is paid after all is not charged before it is paid for good', async () => {
    const { customer, id, all } = await failedOne(tested)
    tested.node.reorg(3, 'return')
    tested.node.fund('USDT', all)
    tested.node.mine(1)
    await readChain.run(tested.world)
    tested.node.mine(2)
    await losing(payWithdrawals)
    expect(await statusOf(tested, id, customer.token)).toBe('failed')
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 0n })
  })

  test('has its fee booked with the block that stays', async () => {
    const { customer } = await oneDue()
    await tested.pay()
    tested.node.mine(3)
    await losing(bookFees)
    await workOff(tested)
    await bookFees.run(tested.world)
    const { nonce } = await tested.world.db
      .selectFrom('withdrawals')
      .select('nonce')
      .where('user_id', '=', customer.userId)
      .executeTakeFirstOrThrow()
    const fee = tested.world.db.selectFrom('nonce_fees').select('endings').where('nonce', '=', nonce)
    expect(await fee.executeTakeFirst()).toEqual({ endings: 1 })
  })
})
