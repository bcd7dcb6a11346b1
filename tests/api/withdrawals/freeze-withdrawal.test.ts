import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transferOutCancel, transferOutDetail } from '../../../src/contract/withdrawal.ts'
import { approve } from '../../../src/server/jobs/review-withdrawal.ts'
import { freezeBy, startFreezeWorld, unfreeze } from '../../fixtures/account/frozen.ts'
import { workLater } from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'
import {
  ask,
  due,
  messagesOf,
  moneyIn,
  pass,
  type Withdrawer,
  withdrawer,
} from '../../fixtures/wallet/withdrawer.ts'

const tested = throughout(startFreezeWorld)

const detailOf = (id: string, { token }: Withdrawer) => tested.succeed(transferOutDetail, { id }, token)
const paid = () => tested.node.payments().length

describe('a withdrawal that is not signed when its customer freezes', () => {
  test('is held, not paid and not lost, while others go on', async () => {
    const [customer, other] = [await withdrawer(tested), await withdrawer(tested)]
    const { id } = await ask(tested, customer)
    const { id: otherId } = await ask(tested, other)
    await freezeBy(tested, customer)
    const before = paid()
    await due(tested)
    await tested.pay()
    await tested.pay()
    expect(await detailOf(id, customer)).toMatchObject({
      status: 'held',
      reason: 'frozen',
      txId: null,
      isCancellable: true,
    })
    expect((await detailOf(otherId, other)).status).toBe('sent')
    tested.node.mine(3)
    expect(paid()).toBe(before + 1)
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    expect((await messagesOf(tested, customer)).at(-1)).toMatchObject({ state: 'frozen' })
  })

  test('is not let go by operators before the freeze is lifted, then once', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    const { db } = tested.world
    await freezeBy(tested, customer)
    await due(tested)
    await tested.pay()
    const vote = (operator: string) => approve(db, { withdrawalId: id, operator, stage: 'held' })
    await expect(vote('ann')).rejects.toThrow('frozen')
    await workLater(tested)
    expect((await detailOf(id, customer)).status).toBe('held')
    await unfreeze(tested, customer)
    await workLater(tested)
    // The day after the freeze has to pass first.
    expect((await detailOf(id, customer)).status).toBe('held')
    await pass(tested, '25 hours')
    const before = paid()
    for (const operator of ['ann', 'ben']) await vote(operator)
    await tested.pay()
    await tested.pay()
    expect((await detailOf(id, customer)).status).toBe('sent')
    tested.node.mine(3)
    expect(paid()).toBe(before + 1)
  })

  test('is held too when operators had let it go before', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await sql`update withdrawals set is_cleared = true where id = ${id}`.execute(tested.world.db)
    await freezeBy(tested, customer)
    await due(tested)
    await tested.pay()
    expect(await detailOf(id, customer)).toMatchObject({ status: 'held', reason: 'frozen' })
  })

  test('takes two operators each time it is held, and the same two may let it go again', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    const { db } = tested.world
    const vote = (operator: string) => approve(db, { withdrawalId: id, operator, stage: 'held' })
    const hold = async () => {
      await freezeBy(tested, customer)
      await due(tested)
      await tested.pay()
      await unfreeze(tested, customer)
      await pass(tested, '25 hours')
    }
    await hold()
    for (const operator of ['ann', 'ben']) await vote(operator)
    await hold()
    expect(await vote('carl')).toBe(1)
    expect((await detailOf(id, customer)).status).toBe('held')
    expect(await vote('ann')).toBe(0)
    await hold()
    expect(await vote('ann')).toBe(1)
    expect(await vote('ben')).toBe(0)
    expect((await detailOf(id, customer)).status).toBe('queued')
    const { rows } = await sql<{ operators: string }>`
      select string_agg(operator, ' ' order by created_at) as operators from audits
      where verb = 'withdrawal.release-hold' and subject = ${id}`.execute(db)
    expect(rows[0]?.operators).toBe('ann ben carl ann ann ben')
  })

  test('can be taken back while all stands still', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await freezeBy(tested, customer)
    await due(tested)
    await tested.pay()
    expect(await tested.succeed(transferOutCancel, { id }, customer.token)).toMatchObject({
      status: 'cancelled',
    })
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 0n })
  })
})

test('what was signed before goes its way', async () => {
  const customer = await withdrawer(tested)
  const { id } = await ask(tested, customer)
  await due(tested)
  await tested.pay()
  await freezeBy(tested, customer)
  tested.node.mine(3)
  for (let round = 0; round < 3; round++) await tested.pay()
  expect((await detailOf(id, customer)).status).toBe('done')
  expect(await moneyIn(tested, customer)).toEqual({ balance: 900_000_000n, held: 0n })
})
