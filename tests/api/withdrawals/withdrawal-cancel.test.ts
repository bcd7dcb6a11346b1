import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressBook } from '../../../src/contract/address-book.ts'
import { transferOutCancel, transferOutDetail, transferOutList } from '../../../src/contract/withdrawal.ts'
import {
  ask,
  billsOf,
  due,
  messagesOf,
  moneyIn,
  stateOf,
  statusOf,
  withdrawer,
} from '../../fixtures/wallet/withdrawer.ts'
import { begin, clearQueue, oneDue, tested } from '../../fixtures/wallet/withdrawing.ts'

beforeAll(begin)
afterAll(() => tested.close())
afterEach(clearQueue)

describe('transferOutCancel', () => {
  test("refuses another's withdrawal and one that is nowhere alike", async () => {
    const [customer, other] = [await withdrawer(tested), await withdrawer(tested)]
    const { id } = await ask(tested, customer)
    for (const call of [transferOutCancel, transferOutDetail]) {
      const foreign = await tested.send(call, { id }, other.token)
      const missing = await tested.send(call, { id: randomUUID() }, other.token)
      expect(foreign).toMatchObject({ status: 403 })
      expect(missing).toEqual(foreign)
    }
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
    expect(await tested.succeed(transferOutList, { pageSize: 20, page: 1 }, other.token)).toMatchObject({
      total: 0,
    })
  })

  test('refuses what is signed, and returns nothing', async () => {
    const { customer, id } = await oneDue()
    await tested.pay()
    const before = await stateOf(tested, customer)
    const envelope = await tested.send(transferOutCancel, { id }, customer.token)
    expect(envelope).toMatchObject({ code: 1503, data: { status: 'sent' } })
    expect(await stateOf(tested, customer)).toEqual(before)
  })

  test('returns what was reserved once, however often and under however many keys it is asked', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    const requestId = randomUUID()
    const answers = await Promise.all(
      [{}, {}, { requestId }, { requestId }, { requestId: randomUUID() }].map(key =>
        tested.succeed(transferOutCancel, { id, ...key }, customer.token),
      ),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 'cancelled', isCancellable: false })
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 0n })
    expect((await billsOf(tested, customer)).map(({ status, whats }) => [status, whats])).toEqual([
      ['reversed', 'requested cancelled returned'],
      ['reversed', 'reserved returned'],
    ])
    expect((await messagesOf(tested, customer)).map(({ state }) => state)).toEqual(['requested', 'cancelled'])
    await due(tested)
    await tested.pay()
    tested.node.mine()
    expect(tested.node.payments().filter(({ to }) => to === customer.address)).toEqual([])
  })

  test('leaves its address as it was used before', async () => {
    const customer = await withdrawer(tested)
    const lastUse = async () => (await tested.succeed(addressBook, {}, customer.token))[0]?.lastUseTime
    const first = await ask(tested, customer)
    await tested.succeed(transferOutCancel, { id: first.id }, customer.token)
    expect(await lastUse()).toBeNull()
    const { createTime } = await ask(tested, customer)
    const last = await ask(tested, customer)
    await tested.succeed(transferOutCancel, { id: last.id }, customer.token)
    expect(await lastUse()).toBe(createTime)
  })

  test('and the signature at once: exactly one of them', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const { customer, id } = await oneDue()
      const [envelope] = await Promise.all([
        tested.send(transferOutCancel, { id }, customer.token),
        ...(round % 3 === 0 ? [] : [tested.pay()]),
      ])
      const isCancelled = 'code' in envelope && envelope.code === 1
      if (!isCancelled) expect(envelope).toMatchObject({ code: 1503 })
      await tested.pay()
      tested.node.mine(3)
      await tested.pay()
      const paid = tested.node.payments().filter(({ to }) => to === customer.address)
      expect(paid).toHaveLength(isCancelled ? 0 : 1)
      expect(await moneyIn(tested, customer)).toEqual({
        balance: isCancelled ? 1_000_000_000n : 900_000_000n,
        held: 0n,
      })
      seen.add(`${isCancelled}`)
    }
    expect(seen).toContain('true')
  }, 240_000)
})
