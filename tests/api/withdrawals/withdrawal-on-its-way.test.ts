import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transferOutDetail } from '../../../src/contract/withdrawal.ts'
import { closeAlarm } from '../../../src/server/alarms.ts'
import { endHalt, halt } from '../../../src/server/chain/halts.ts'
import { payWithdrawals } from '../../../src/server/jobs/pay-withdrawals.ts'
import { readChain } from '../../../src/server/jobs/read-chain.ts'
import { giveUp } from '../../../src/server/jobs/review-withdrawal.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import { ask, billsOf, due, later, moneyIn, statusOf, workOff } from '../../fixtures/wallet/withdrawer.ts'
import { begin, clearQueue, oneDue, paidForGood, tested } from '../../fixtures/wallet/withdrawing.ts'

beforeAll(begin)
afterAll(() => tested.close())
afterEach(clearQueue)

describe('on its way', () => {
  test('is signed anew with the same nonce when it is too cheap or lies too long, and paid once', async () => {
    const { customer, id } = await oneDue()
    tested.node.fault('refuses')
    await tested.pay()
    const first = await tested.succeed(transferOutDetail, { id }, customer.token)
    await later(tested)
    await tested.pay()
    const second = await tested.succeed(transferOutDetail, { id }, customer.token)
    expect(second.txId).not.toBe(first.txId)
    const attempts = await tested.world.db
      .selectFrom('withdrawal_attempts')
      .select(['number', 'nonce', 'max_fee_raw'])
      .where('withdrawal_id', '=', id)
      .orderBy('number')
      .execute()
    expect(attempts).toMatchObject([{ number: 1 }, { number: 2, nonce: attempts[0]?.nonce }])
    const [old, raised] = attempts.map(({ max_fee_raw }) => BigInt(max_fee_raw)) as [bigint, bigint]
    expect(raised * 8n).toBeGreaterThanOrEqual(old * 9n)
    tested.node.mine(3)
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    expect(tested.node.payments().filter(({ to }) => to === customer.address)).toHaveLength(1)
    expect(await moneyIn(tested, customer)).toEqual({ balance: 900_000_000n, held: 0n })
  })

  test('stays reserved while the node is silent, and is found when it speaks again', async () => {
    const { customer, id } = await oneDue()
    tested.node.fault('accepts_then_silent')
    await tested.pay()
    tested.node.mine(3)
    tested.node.silence(1)
    await expect(tested.pay()).rejects.toThrow('silent')
    tested.node.silence(0)
    expect(await statusOf(tested, id, customer.token)).toBe('sent')
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 100_000_000n })
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
  })

  test('a block that is lost takes it back to sent, and it is paid once all the same', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    tested.node.mine(2)
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('confirming')
    tested.node.reorg(2, 'drop')
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('sent')
    tested.node.mine(3)
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    expect(tested.node.payments().filter(({ to }) => to === customer.address)).toHaveLength(1)
    expect((await billsOf(tested, customer))[0]?.whats).toBe('requested signed confirming orphaned done')
  })

  test('is given back only when its nonce is used for good by something else, and still is some blocks later', async () => {
    const { customer, id } = await oneDue()
    tested.node.fault('silent')
    await tested.pay()
    tested.node.stray()
    tested.node.mine(2)
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('sent')
    tested.node.mine()
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('sent')
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 100_000_000n })
    await later(tested)
    await tested.pay()
    expect(await tested.succeed(transferOutDetail, { id }, customer.token)).toMatchObject({
      status: 'failed',
      reason: 'replaced',
    })
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 0n })
    expect(await openAlarms(tested)).toEqual(['withdrawal_failed', 'hot_wallet_used'])
    await sql`update alarms set settled_at = now()`.execute(tested.world.db)
  })

  test('is not given back on the word of one node that is behind the others', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    tested.node.mine(4)
    for (let rounds = 0; rounds < 3; rounds++) {
      // It is asked how many are mined, and how high the chain is; the node that is behind tells of the payment.
      tested.node.lag(0, 0, 4)
      await tested.pay()
      expect(await statusOf(tested, id, customer.token)).toBe('sent')
    }
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 100_000_000n })
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
  })

  test('is not charged when our reader knows another block there', async () => {
    const { db } = tested.world
    const { customer, id } = await oneDue()
    await tested.pay()
    tested.node.mine(3)
    await readChain.run(tested.world)
    const height = (await tested.world.treasury.head()) - 2n
    const turn = (hash: string | null) =>
      db
        .updateTable('chain_blocks')
        .set({ hash: hash ?? '' })
        .where('height', '=', height)
        .execute()
    await turn('another')
    await expect(tested.pay()).rejects.toThrow('to the reader')
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    await turn(await tested.world.chain.hashAt(height))
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
  })

  test('is not charged for a block that is too old to be known again while our reader stands still', async () => {
    const { db } = tested.world
    const { customer, id } = await oneDue()
    await tested.pay()
    tested.node.mine(3)
    await readChain.run(tested.world)
    // It may be a block of another chain, which the address of our node leads to now.
    await db.deleteFrom('chain_blocks').where('height', '>', 0n).execute()
    await db.updateTable('chain_cursors').set({ stopped: 'chain_replaced' }).execute()
    await payWithdrawals.run(tested.world)
    expect(await statusOf(tested, id, customer.token)).toBe('confirming')
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    await db.updateTable('chain_cursors').set({ stopped: null }).execute()
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
  })

  test.each(['chain_replaced', 'credited_lost'] as const)(
    'is not signed while our reader stands still: %s',
    async stopped => {
      const { db } = tested.world
      const { customer, id } = await oneDue()
      await readChain.run(tested.world)
      await db.updateTable('chain_cursors').set({ stopped }).execute()
      await tested.pay()
      expect(await statusOf(tested, id, customer.token)).toBe('queued')
      await db.updateTable('chain_cursors').set({ stopped: null }).execute()
      await tested.pay()
      expect(await statusOf(tested, id, customer.token)).toBe('sent')
    },
  )

  test('is broadcast again when the chain loses it after it was final, and the next one follows it', async () => {
    const { customer, id } = await paidForGood()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    tested.node.reorg(3, 'drop')
    await tested.pay()
    expect(await openAlarms(tested)).toEqual(['withdrawal_lost'])
    await later(tested)
    const next = await ask(tested, customer, { amount: '50', receive: '49' })
    await due(tested)
    await tested.pay()
    tested.node.mine(3)
    await tested.pay()
    expect([
      await statusOf(tested, id, customer.token),
      await statusOf(tested, next.id, customer.token),
    ]).toEqual(['done', 'done'])
    expect(await openAlarms(tested)).toEqual([])
    expect(await moneyIn(tested, customer)).toEqual({ balance: 850_000_000n, held: 0n })
    const paid = tested.node.payments().filter(({ to }) => to === customer.address)
    expect(paid.map(({ amountMinor }) => amountMinor)).toEqual([99_000_000n, 49_000_000n])
  })

  test('keeps what it pays aside in the wallet when the chain loses it after it was final', async () => {
    const { customer, id } = await paidForGood()
    tested.node.reorg(3, 'drop')
    await tested.pay()
    const beyond = tested.node.balanceOf('USDT') - 120_000_000n
    tested.node.fund('USDT', -beyond)
    const next = await ask(tested, customer, { amount: '50', receive: '49' })
    await due(tested)
    await tested.pay()
    expect(await statusOf(tested, next.id, customer.token)).toBe('queued')
    expect(await openAlarms(tested)).toContain('hot_wallet_low')
    tested.node.fund('USDT', beyond)
    await workOff(tested)
    const states = await Promise.all([id, next.id].map(id => statusOf(tested, id, customer.token)))
    expect(states).toEqual(['done', 'done'])
  })

  test('is signed no dearer while an operator has stopped all, nor with more than the wallet has for fees', async () => {
    const { db, treasury } = tested.world
    const { customer, id } = await oneDue()
    tested.node.fault('refuses')
    await tested.pay()
    const txId = async () => (await tested.succeed(transferOutDetail, { id }, customer.token)).txId
    const first = await txId()
    await halt(db, { network: treasury.network, operator: 'ann' })
    await later(tested)
    tested.node.fault('refuses')
    await tested.pay()
    expect(await txId()).toBe(first)
    await endHalt(db, treasury.network)
    await closeAlarm(db, { kind: 'withdrawals_stopped', subject: treasury.network })

    const fees = tested.node.balanceOf('ETH')
    tested.node.fund('ETH', 1n - fees)
    await later(tested)
    tested.node.fault('refuses')
    await tested.pay()
    expect(await txId()).toBe(first)
    expect(await openAlarms(tested)).toContain('hot_wallet_low')
    // Enough for the dearer one, and not for both: only one of them is ever mined.
    const raisedFee = 15_000n
    tested.node.fund('ETH', raisedFee)
    await later(tested)
    await tested.pay()
    expect(await txId()).not.toBe(first)
    tested.node.fund('ETH', fees - raisedFee)
  })

  test('that was paid for good, is lost and comes back as one that failed keeps its alarm: a person looks at it', async () => {
    const { customer, id } = await paidForGood()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    tested.node.reorg(3, 'return')
    const all = tested.node.balanceOf('USDT')
    tested.node.fund('USDT', -all)
    tested.node.mine(3)
    for (let round = 0; round < 2; round++) await tested.pay()
    expect(await openAlarms(tested)).toEqual(['withdrawal_lost'])
    tested.node.fund('USDT', all)
    tested.node.reorg(3, 'return')
    tested.node.mine(3)
    await tested.pay()
    expect(await openAlarms(tested)).toEqual([])
    expect(tested.node.payments().filter(({ to }) => to === customer.address)).toHaveLength(1)
  })

  test('is charged when our reader has read its block, not before', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    tested.node.mine(3)
    for (let round = 0; round < 2; round++) {
      await payWithdrawals.run(tested.world)
      expect(await statusOf(tested, id, customer.token)).toBe('confirming')
    }
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
  })

  test('is not given back while it is mined and every node keeps its receipt back', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    tested.node.mine(3)
    tested.node.withhold(1000)
    for (let round = 0; round < 3; round++) {
      await tested.pay()
      await later(tested)
    }
    expect(await statusOf(tested, id, customer.token)).toBe('sent')
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    expect(await openAlarms(tested)).toEqual(['withdrawal_stuck'])
    await expect(giveUp(tested.world.db, { withdrawalId: id, note: 'x' })).rejects.toThrow('may still show')
    tested.node.withhold(0)
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('done')
    expect(await openAlarms(tested)).toEqual([])
  })

  test('that is in no block for long is an alarm, and nothing else', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    await later(tested)
    await tested.pay()
    expect(await openAlarms(tested)).toEqual(['withdrawal_stuck'])
    tested.node.mine()
    await tested.pay()
    expect(await openAlarms(tested)).toEqual([])
    expect(await statusOf(tested, id, customer.token)).toBe('confirming')
  })
})
