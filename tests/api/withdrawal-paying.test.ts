import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transferOutCancel, transferOutDetail, transferOutQuote } from '../../src/contract/withdrawal.ts'
import { payWithdrawals } from '../../src/server/jobs/pay-withdrawals.ts'
import { readChain } from '../../src/server/jobs/read-chain.ts'
import { approve, giveUp, refuse } from '../../src/server/jobs/review-withdrawal.ts'
import { workLater } from './cardholder.ts'
import {
  ask,
  billsOf,
  due,
  later,
  messagesOf,
  moneyIn,
  openAlarms,
  startWithdrawalWorld,
  type WithdrawalWorld,
  withdrawer,
} from './withdrawer.ts'

let tested: WithdrawalWorld
beforeAll(async () => {
  tested = await startWithdrawalWorld()
})
afterAll(() => tested.close())
// What one test leaves in the queue is not another's.
afterEach(async () => {
  await due(tested)
  for (let round = 0; round < 3; round++) {
    await later(tested)
    await tested.pay()
    tested.node.mine(3)
  }
  await tested.pay()
})

const statusOf = async (id: string, token: string) =>
  (await tested.succeed(transferOutDetail, { id }, token)).status

describe('a large withdrawal', () => {
  test('waits for two different operators, of whom one twice is one', async () => {
    const { db } = tested.world
    const customer = await withdrawer(tested, { amountMinor: 10_000_000_000n })
    const { id, status } = await ask(tested, customer, { amount: '5000' })
    expect(status).toBe('review')
    await due(tested)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('review')
    expect(await approve(db, { withdrawalId: id, operator: 'ann', stage: 'review' })).toBe(1)
    await expect(approve(db, { withdrawalId: id, operator: 'ann', stage: 'review' })).rejects.toThrow(
      'another',
    )
    await expect(approve(db, { withdrawalId: id, operator: 'ben', stage: 'held' })).rejects.toThrow(
      'not wait',
    )
    expect(await statusOf(id, customer.token)).toBe('review')
    expect(await approve(db, { withdrawalId: id, operator: 'ben', stage: 'review' })).toBe(0)
    expect(await statusOf(id, customer.token)).toBe('queued')
    const audits = await db
      .selectFrom('audits')
      .select(['operator', 'verb'])
      .where('subject', '=', id)
      .execute()
    expect(audits).toEqual(['ann', 'ben'].map(operator => ({ operator, verb: 'withdrawal.approve' })))
    expect((await billsOf(tested, customer))[0]?.whats).toBe('review approved')
  })

  test('is one as well that several within 24 hours add up to, and the quote says from where on', async () => {
    const customer = await withdrawer(tested, { amountMinor: 20_000_000_000n })
    const reviewFrom = async () => {
      const input = { currency: 'USDT', chain: 'ERC20' } as const
      return (await tested.succeed(transferOutQuote, input, customer.token)).reviewFrom
    }
    const statuses: string[] = []
    for (const amount of ['2500', '2499', '10']) {
      statuses.push((await ask(tested, customer, { amount })).status)
    }
    expect(statuses).toEqual(['queued', 'queued', 'review'])
    expect(await reviewFrom()).toBe('10')
    await sql`update withdrawals set created_at = created_at - interval '24 hours'`.execute(tested.world.db)
    expect(await reviewFrom()).toBe('5000')
    expect((await ask(tested, customer, { amount: '4989' })).status).toBe('queued')
    expect(await reviewFrom()).toBe('11')
    expect((await ask(tested, customer, { amount: '10' })).status).toBe('queued')
    expect((await ask(tested, customer, { amount: '10' })).status).toBe('review')
  })

  test('that an operator refuses is given back with the reason', async () => {
    const { db } = tested.world
    const customer = await withdrawer(tested, { amountMinor: 10_000_000_000n })
    const { id } = await ask(tested, customer, { amount: '5000' })
    const reason = 'source_unclear'
    await refuse(db, { withdrawalId: id, operator: 'ann', reason, note: 'Please call us.' })
    await expect(refuse(db, { withdrawalId: id, operator: 'ben', reason })).rejects.toThrow('not wait')
    expect(await tested.succeed(transferOutDetail, { id }, customer.token)).toMatchObject({
      status: 'failed',
      reason,
    })
    expect(await moneyIn(tested, customer)).toEqual({ balance: 10_000_000_000n, held: 0n })
    expect((await billsOf(tested, customer)).map(({ status, whats }) => [status, whats])).toEqual([
      ['failed', 'review failed returned'],
      ['failed', 'reserved returned'],
    ])
    expect((await messagesOf(tested, customer)).at(-1)).toMatchObject({
      state: 'failed',
      note: 'Please call us.',
    })
  })

  test('is let go by the sandbox itself', async () => {
    const customer = await withdrawer(tested, { amountMinor: 10_000_000_000n })
    const { id } = await ask(tested, customer, { amount: '5000' })
    await workLater(tested)
    expect(await statusOf(id, customer.token)).toBe('queued')
  })
})

describe('before it is signed', () => {
  test('a change of security holds it until two operators have looked, and others go on', async () => {
    const { db } = tested.world
    const [customer, other] = [await withdrawer(tested), await withdrawer(tested)]
    const { id } = await ask(tested, customer)
    const { id: otherId } = await ask(tested, other)
    await sql`update users set hold_until = now() + interval '24 hours' where id = ${customer.userId}`.execute(
      db,
    )
    await due(tested)
    await tested.pay()
    expect(await tested.succeed(transferOutDetail, { id }, customer.token)).toMatchObject({
      status: 'held',
      reason: 'security',
      isCancellable: true,
    })
    expect(await statusOf(otherId, other.token)).toBe('sent')
    expect(await openAlarms(tested)).toEqual(['withdrawal_held'])
    await workLater(tested)
    expect(await statusOf(id, customer.token)).toBe('held')
    for (const operator of ['ann', 'ben']) await approve(db, { withdrawalId: id, operator, stage: 'held' })
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('sent')
    expect(await openAlarms(tested)).toEqual([])
  })

  test('an empty hot wallet makes a coin wait, with one alarm, and its queue goes on in order', async () => {
    const customers = [await withdrawer(tested), await withdrawer(tested), await withdrawer(tested)]
    const amounts = ['300', '20', '30']
    const ids: string[] = []
    for (const [n, customer] of customers.entries())
      ids.push((await ask(tested, customer, { amount: amounts[n] })).id)
    const all = tested.node.balanceOf('USDT')
    tested.node.fund('USDT', 100_000_000n - all)
    await due(tested)
    await tested.pay()
    await tested.pay()
    const states = () => Promise.all(ids.map((id, n) => statusOf(id, customers[n]?.token ?? '')))
    expect(await states()).toEqual(['queued', 'queued', 'queued'])
    expect(await openAlarms(tested)).toEqual(['hot_wallet_low'])
    const paidBefore = tested.node.payments().length
    tested.node.fund('USDT', all)
    await tested.pay()
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
    expect(await openAlarms(tested)).toEqual([])
    tested.node.mine()
    expect(
      tested.node
        .payments()
        .slice(paidBefore)
        .map(({ amountMinor }) => amountMinor),
    ).toEqual([299_000_000n, 19_000_000n, 29_000_000n])
  })
})

describe('what the hot wallet lacked', () => {
  test('is no alarm any more when the customer takes the withdrawal back', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    const all = tested.node.balanceOf('USDT')
    tested.node.fund('USDT', -all)
    await due(tested)
    await tested.pay()
    expect(await openAlarms(tested)).toEqual(['hot_wallet_low'])
    await tested.succeed(transferOutCancel, { id }, customer.token)
    await tested.pay()
    expect(await openAlarms(tested)).toEqual([])
    tested.node.fund('USDT', all)
  })

  test('may be the native coin for fees, or for what is paid in it', async () => {
    const customer = await withdrawer(tested, { amountMinor: 100_000_000n, currency: 'ETH' })
    const { id } = await ask(tested, customer, { currency: 'ETH', amount: '0.5', receive: '0.499' })
    const all = tested.node.balanceOf('ETH')
    // Enough to pay it, not enough for the fee beside it.
    tested.node.fund('ETH', 49_900_000n - all)
    await due(tested)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('queued')
    expect(await openAlarms(tested)).toEqual(['hot_wallet_low'])
    tested.node.fund('ETH', all)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('sent')
    expect(await openAlarms(tested)).toEqual([])
  })
})

describe('on its way', () => {
  test('is signed anew with the same nonce when it is too cheap or lies too long, and paid once', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
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
    expect(await statusOf(id, customer.token)).toBe('done')
    expect(tested.node.payments().filter(({ to }) => to === customer.address)).toHaveLength(1)
    expect(await moneyIn(tested, customer)).toEqual({ balance: 900_000_000n, held: 0n })
  })

  test('stays reserved while the node is silent, and is found when it speaks again', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    tested.node.fault('accepts_then_silent')
    await tested.pay()
    tested.node.mine(3)
    tested.node.silence(1)
    await expect(tested.pay()).rejects.toThrow('silent')
    tested.node.silence(0)
    expect(await statusOf(id, customer.token)).toBe('sent')
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 100_000_000n })
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('done')
  })

  test('a block that is lost takes it back to sent, and it is paid once all the same', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    await tested.pay()
    tested.node.mine(2)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('confirming')
    tested.node.reorg(2, 'drop')
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('sent')
    tested.node.mine(3)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('done')
    expect(tested.node.payments().filter(({ to }) => to === customer.address)).toHaveLength(1)
    expect((await billsOf(tested, customer))[0]?.whats).toBe('requested signed confirming orphaned done')
  })

  test('is given back only when its nonce is used for good by something else, and still is some blocks later', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    tested.node.fault('silent')
    tested.node.stray()
    await tested.pay()
    tested.node.mine(2)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('sent')
    tested.node.mine()
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('sent')
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 100_000_000n })
    await later(tested)
    await tested.pay()
    expect(await tested.succeed(transferOutDetail, { id }, customer.token)).toMatchObject({
      status: 'failed',
      reason: 'replaced',
    })
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 0n })
    expect(await openAlarms(tested)).toEqual(['withdrawal_failed'])
    await sql`update alarms set settled_at = now()`.execute(tested.world.db)
  })

  test('is not given back on the word of one node that is behind the others', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    await tested.pay()
    tested.node.mine(4)
    for (let rounds = 0; rounds < 3; rounds++) {
      // It is asked how many are mined, and how high the chain is; the node that is behind tells of the payment.
      tested.node.lag(0, 0, 4)
      await tested.pay()
      expect(await statusOf(id, customer.token)).toBe('sent')
    }
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 100_000_000n })
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('done')
  })

  test('is not charged when our reader knows another block there', async () => {
    const { db } = tested.world
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
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
    expect(await statusOf(id, customer.token)).toBe('done')
  })

  test.each(['chain_replaced', 'credited_lost'] as const)(
    'is not signed while our reader stands still: %s',
    async stopped => {
      const { db } = tested.world
      const customer = await withdrawer(tested)
      const { id } = await ask(tested, customer)
      await due(tested)
      await readChain.run(tested.world)
      await db.updateTable('chain_cursors').set({ stopped }).execute()
      await tested.pay()
      expect(await statusOf(id, customer.token)).toBe('queued')
      await db.updateTable('chain_cursors').set({ stopped: null }).execute()
      await tested.pay()
      expect(await statusOf(id, customer.token)).toBe('sent')
    },
  )

  test('is broadcast again when the chain loses it after it was final, and the next one follows it', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    await tested.pay()
    tested.node.mine(3)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('done')
    tested.node.reorg(3, 'drop')
    await tested.pay()
    expect(await openAlarms(tested)).toEqual(['withdrawal_lost'])
    await later(tested)
    const next = await ask(tested, customer, { amount: '50', receive: '49' })
    await due(tested)
    await tested.pay()
    tested.node.mine(3)
    await tested.pay()
    expect([await statusOf(id, customer.token), await statusOf(next.id, customer.token)]).toEqual([
      'done',
      'done',
    ])
    expect(await openAlarms(tested)).toEqual([])
    expect(await moneyIn(tested, customer)).toEqual({ balance: 850_000_000n, held: 0n })
    const paid = tested.node.payments().filter(({ to }) => to === customer.address)
    expect(paid.map(({ amountMinor }) => amountMinor)).toEqual([99_000_000n, 49_000_000n])
  })

  test('that was paid for good, is lost and comes back as one that failed keeps its alarm: a person looks at it', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    await tested.pay()
    tested.node.mine(3)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('done')
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
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    await tested.pay()
    tested.node.mine(3)
    for (let round = 0; round < 2; round++) {
      await payWithdrawals.run(tested.world)
      expect(await statusOf(id, customer.token)).toBe('confirming')
    }
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('done')
  })

  test('is not given back while it is mined and every node keeps its receipt back', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    await tested.pay()
    tested.node.mine(3)
    tested.node.withhold(1000)
    for (let round = 0; round < 3; round++) {
      await tested.pay()
      await later(tested)
    }
    expect(await statusOf(id, customer.token)).toBe('sent')
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    expect(await openAlarms(tested)).toEqual(['withdrawal_stuck'])
    await expect(giveUp(tested.world.db, { withdrawalId: id, note: 'x' })).rejects.toThrow('may still show')
    tested.node.withhold(0)
    await tested.pay()
    expect(await statusOf(id, customer.token)).toBe('done')
    expect(await openAlarms(tested)).toEqual([])
  })

  test('that is in no block for long is an alarm, and nothing else', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    await tested.pay()
    await later(tested)
    await tested.pay()
    expect(await openAlarms(tested)).toEqual(['withdrawal_stuck'])
    tested.node.mine()
    await tested.pay()
    expect(await openAlarms(tested)).toEqual([])
    expect(await statusOf(id, customer.token)).toBe('confirming')
  })
})
