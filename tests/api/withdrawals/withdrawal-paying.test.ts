import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transferOutCancel, transferOutDetail, transferOutQuote } from '../../../src/contract/withdrawal.ts'
import { signNew } from '../../../src/server/chain/sweeps/signing.ts'
import { approve, refuse } from '../../../src/server/jobs/review-withdrawal.ts'
import { workLater } from '../../fixtures/cards/cardholder.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import {
  ask,
  billsOf,
  due,
  messagesOf,
  moneyIn,
  someAddress,
  statusOf,
  withdrawer,
} from '../../fixtures/wallet/withdrawer.ts'
import { begin, clearQueue, tested } from '../../fixtures/wallet/withdrawing.ts'

beforeAll(begin)
afterAll(() => tested.close())
afterEach(clearQueue)

describe('a large withdrawal', () => {
  test('waits for two different operators, of whom one twice is one', async () => {
    const { db } = tested.world
    const customer = await withdrawer(tested, { amountMinor: 10_000_000_000n })
    const { id, status } = await ask(tested, customer, { amount: '5000' })
    expect(status).toBe('review')
    await due(tested)
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('review')
    expect(await approve(db, { withdrawalId: id, operator: 'ann', stage: 'review' })).toBe(1)
    await expect(approve(db, { withdrawalId: id, operator: 'ann', stage: 'review' })).rejects.toThrow(
      'another',
    )
    await expect(approve(db, { withdrawalId: id, operator: 'ben', stage: 'held' })).rejects.toThrow(
      'not wait',
    )
    expect(await statusOf(tested, id, customer.token)).toBe('review')
    expect(await approve(db, { withdrawalId: id, operator: 'ben', stage: 'review' })).toBe(0)
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
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
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
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
    expect(await statusOf(tested, otherId, other.token)).toBe('sent')
    expect(await openAlarms(tested)).toEqual(['withdrawal_held'])
    await workLater(tested)
    expect(await statusOf(tested, id, customer.token)).toBe('held')
    for (const operator of ['ann', 'ben']) await approve(db, { withdrawalId: id, operator, stage: 'held' })
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('sent')
    expect(await openAlarms(tested)).toEqual([])
  })

  test('one whose time comes later holds nobody up, and is not signed, whatever asks for it', async () => {
    const { db } = tested.world
    const [customer, other] = [await withdrawer(tested), await withdrawer(tested)]
    const { id } = await ask(tested, customer)
    const { id: otherId } = await ask(tested, other)
    await due(tested)
    await sql`update withdrawals set send_at = now() + interval '1 hour' where id = ${id}`.execute(db)
    await tested.pay()
    expect(await statusOf(tested, otherId, other.token)).toBe('sent')
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
    const sign = sql`
      update withdrawals set status = 'sent', nonce = 9999, tx_hash = '0x', sent_at = now() where id = ${id}`
    await expect(sign.execute(db)).rejects.toThrow()
    await due(tested)
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('sent')
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
    const states = () => Promise.all(ids.map((id, n) => statusOf(tested, id, customers[n]?.token ?? '')))
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
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
    expect(await openAlarms(tested)).toEqual(['hot_wallet_low'])
    // Enough for both, if it were not for gas on its way to a deposit address.
    const gas = await gasOnItsWay(customer.userId)
    tested.node.fund('ETH', 200_000n)
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
    await gas.forget()
    await tested.pay()
    expect(await statusOf(tested, id, customer.token)).toBe('sent')
    expect(await openAlarms(tested)).toEqual([])
    tested.node.fund('ETH', all - 200_000n)
  })

  /** 0.01 ETH that the wallet has signed for the address of a customer, in no block yet. */
  async function gasOnItsWay(userId: string) {
    const { db, treasury } = tested.world
    const address = someAddress()
    await sql`
      insert into deposit_addresses (address, network, derivation, user_id, created_at)
      values (${address}, ${treasury.network}, 1000000, ${userId}, now())`.execute(db)
    await signNew(db, {
      kind: 'gas',
      address,
      sender: treasury,
      payment: { to: address, currency: 'ETH', amountMinor: 1_000_000n },
      nonce: 1_000_000,
      prices: await treasury.prices(),
    })
    return {
      async forget() {
        await sql`delete from sweep_attempts`.execute(db)
        await sql`delete from sweeps`.execute(db)
      },
    }
  }
})
