import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cursorOf } from '../../../src/server/chain/cursor.ts'
import { letGoOn } from '../../../src/server/chain/deposits/held.ts'
import { newId } from '../../../src/server/id.ts'
import { begin, check, depositOf, end, world } from '../../fixtures/wallet/depositing.ts'

beforeAll(begin)
afterAll(end)
afterEach(check)

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

const alarmsOf = (depositId: string) =>
  world.db.selectFrom('alarms').selectAll().where('subject', '=', depositId).orderBy('id').execute()

/** A deposit whose bill is gone when it is to be credited, and the way to bring that back. */
async function unpostable() {
  const { userId, address } = await world.customer()
  await usdt(address, '5')
  await world.pass(2)
  const bill = await world.db
    .selectFrom('bills')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await world.db.deleteFrom('bills').where('id', '=', bill.id).execute()
  const { steps, remark, words: _words, marks: _marks, ...rest } = bill
  return {
    userId,
    address,
    async mend() {
      const row = { ...rest, steps: JSON.stringify(steps), remark: JSON.stringify(remark) }
      await world.db.insertInto('bills').values(row).execute()
    },
  }
}

describe('a deposit that the books refuse', () => {
  test('is held with an alarm; those beside it and the reader go on', async () => {
    const refused = await unpostable()
    const [before, same] = [await world.customer(), await world.customer()]
    await usdt(before.address, '0.4')
    await world.pass(3)
    const cursor = await cursorOf(world.db, world.chain.network)
    expect(cursor?.height).toBe(await world.chain.head())
    const held = await depositOf(refused.userId)
    expect(held).toMatchObject({ status: 'held', transfer_id: null })
    expect(await world.holds(refused.userId)).toEqual({})
    expect(await alarmsOf(held.id)).toMatchObject([
      { kind: 'deposit_unpostable', settled_at: null, detail: { refusal: expect.any(String) } },
    ])
    await usdt(same.address, '7')
    await usdt(before.address, '0.6')
    await world.pass(3)
    expect(await world.holds(same.userId)).toEqual({ USDT: '7' })
    expect(await world.holds(before.userId)).toEqual({ USDT: '1' })
    await closeAlarms()
  })

  test('beside others that are due at the same moment takes none of them with it', async () => {
    const { userId, address } = await world.customer()
    const other = await world.customer()
    await usdt(other.address, '2')
    await usdt(address, '5')
    await usdt(other.address, '3')
    await world.pass(2)
    await world.db.deleteFrom('bills').where('user_id', '=', userId).execute()
    await world.pass()
    expect(await world.holds(other.userId)).toEqual({ USDT: '5' })
    expect(await world.messages(other.userId)).toHaveLength(2)
    expect(await world.messages(userId)).toEqual([])
    expect(await depositOf(userId)).toMatchObject({ status: 'held' })
    await closeAlarms()
  })

  test('tried again too early is held again; mended, it is credited once, with bill and message', async () => {
    const { userId, mend } = await unpostable()
    await world.pass(1)
    const { id } = await depositOf(userId)
    await expect(letGoOn(world.db, { depositId: id, answeredFor: ['deposit_absurd'] })).rejects.toThrow(
      'another reason: deposit_unpostable',
    )
    const again = { depositId: id, answeredFor: ['deposit_unpostable'] } as const
    expect(await letGoOn(world.db, again)).toEqual(['deposit_unpostable'])
    await world.pass(2)
    expect(await depositOf(userId)).toMatchObject({ status: 'held' })
    expect(await world.openAlarms()).toEqual(['deposit_unpostable'])

    await mend()
    await letGoOn(world.db, again)
    await expect(letGoOn(world.db, again)).rejects.toThrow('not held')
    await world.pass(4)
    expect(await world.holds(userId)).toEqual({ USDT: '5' })
    expect(await world.bills(userId)).toMatchObject([{ status: 'done', amount: '5' }])
    expect(await world.messages(userId)).toHaveLength(1)
    expect(await world.openAlarms()).toEqual([])
  })

  test('of an unbelievable amount is credited when people have let it go on', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '2000000000')
    await world.pass(6)
    const { id } = await depositOf(userId)
    await expect(letGoOn(world.db, { depositId: id, answeredFor: ['deposit_unpostable'] })).rejects.toThrow()
    expect(await world.holds(userId)).toEqual({})
    await letGoOn(world.db, { depositId: id, answeredFor: ['deposit_absurd'] })
    await world.pass(1)
    expect(await world.holds(userId)).toEqual({ USDT: '2000000000' })
    expect(await world.openAlarms()).toEqual([])
  })

  test('cannot be let go on under an id that no held one has', async () => {
    await expect(letGoOn(world.db, { depositId: newId(), answeredFor: [] })).rejects.toThrow('not held')
  })
})

async function closeAlarms() {
  await world.db.updateTable('alarms').set({ settled_at: new Date() }).execute()
}
