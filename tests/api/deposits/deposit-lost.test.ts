import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { beginFreeze, frozenBy } from '../../../src/server/account/freezes.ts'
import { pausedUntil } from '../../../src/server/account/withdrawal-pause.ts'
import { depositBooks } from '../../../src/server/across/deposit-books.ts'
import { goOnAfterLoss } from '../../../src/server/across/lost-deposits.ts'
import { evmChain } from '../../../src/server/chain/chains/evm.ts'
import { cursorOf } from '../../../src/server/chain/cursor.ts'
import { depositsTo } from '../../../src/server/chain/deposits/incoming.ts'
import { writeOff } from '../../../src/server/chain/deposits/losses.ts'
import { resumeFrom } from '../../../src/server/chain/deposits/resuming.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { balanceOf, houseAccount } from '../../../src/server/ledger/ledger.ts'
import { dyingAt } from '../../fixtures/dying.ts'
import { openPatiently } from '../../fixtures/postgres.ts'
import { begin, check, depositOf, end, world } from '../../fixtures/wallet/depositing.ts'

beforeAll(begin)
afterAll(end)
afterEach(check)

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

describe('a credited deposit whose block was lost', () => {
  afterEach(closeAlarms)

  const loss = async () =>
    (await balanceOf(world.db, await houseAccount(world.db, { code: 'reorg_loss', currency: 'USDT' })))
      .balanceMinor

  test('stops all crediting with an alarm; a restart changes nothing, and operators let it go on', async () => {
    const [{ userId, address }, other] = [await world.customer(), await world.customer()]
    await usdt(address, '6')
    await world.pass(4)
    await world.reorg(5, 'return')
    expect(await world.read()).toBe('stopped')
    await usdt(other.address, '9')
    const stopped = await cursorOf(world.db, world.chain.network)
    expect(stopped).toMatchObject({ stopped: 'credited_lost' })
    expect(await world.openAlarms()).toEqual(['deposit_lost', 'chain_stopped'])

    await world.mine(4)
    const db = openPatiently({ url: world.url })
    const chain = evmChain(world.settings)
    const restarted = { db, chain, books: depositBooks(chain), isSandbox: false }
    expect(await world.read(restarted)).toBe('stopped')
    expect(await cursorOf(db, chain.network)).toEqual(stopped)
    expect(await world.holds(other.userId)).toEqual({})
    expect(await frozenBy(db, userId)).toBe('operator')

    await world.resume()
    expect(await world.openAlarms()).toEqual(['deposit_lost'])
    await world.read(restarted)
    await db.destroy()
    expect(await world.holds(other.userId)).toEqual({ USDT: '9' })
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    expect(await world.openAlarms()).toEqual([])
  })

  test('freezes its customer in the same commit, however the reader dies, until it is back and final', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    await world.reorg(5, 'return')
    for (let n = 1; ; n++) {
      const dying = dyingAt(world.db, n)
      await world.read({ db: dying.db }).catch((error: Error) => expect(error.message).toBe('killed'))
      const { lost_at } = await depositOf(userId)
      expect(await frozenBy(world.db, userId)).toBe(lost_at && 'operator')
      if (!dying.hasDied()) break
    }
    expect(await shown(address)).toMatchObject([{ status: 'lost', confirms: 0 }])
    await world.resume()
    await world.pass(2)
    expect(await shown(address)).toMatchObject([{ status: 'found', confirms: 2 }])
    expect(await frozenBy(world.db, userId)).toBe('operator')
    // Lost again before it is final: it is the same loss, and no reason to stop again.
    await world.reorg(2, 'return')
    expect(await world.read()).toBe('idle')
    expect(await shown(address)).toMatchObject([{ status: 'lost' }])
    expect(await frozenBy(world.db, userId)).toBe('operator')
    await world.pass(3)
    expect(await shown(address)).toMatchObject([{ status: 'credited', confirms: 3 }])
    expect(await frozenBy(world.db, userId)).toBeNull()
    expect((await world.bills(userId))[0]?.whats).toBe('seen confirming credited lost found')
  })

  test('takes nothing with it of another network, however high its blocks are', async () => {
    const [{ address }, elsewhere, seen] = [
      await world.customer(),
      await world.customer(),
      await world.customer(),
    ]
    await usdt(address, '6')
    await usdt(elsewhere.address, '7')
    await world.pass(4)
    await usdt(seen.address, '8')
    await world.pass(1)
    await sql`update deposits set network = 'ELSEWHERE' where user_id in (${elsewhere.userId}, ${seen.userId})`.execute(
      world.db,
    )
    await lose('drop')
    expect(await shown(address)).toMatchObject([{ status: 'lost' }])
    expect(await depositOf(elsewhere.userId)).toMatchObject({ status: 'credited', lost_at: null })
    expect(await depositOf(seen.userId)).toMatchObject({ status: 'seen' })
    expect(await frozenBy(world.db, elsewhere.userId)).toBeNull()
  })

  test('found again leaves the freezes of others', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    await lose('return')
    await beginFreeze(world.db, { userId, by: 'customer' })
    await world.pass(5)
    expect(await frozenBy(world.db, userId)).toBe('customer')
  })

  test('that operators book as our loss lets its customer go on, once the last one is decided', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await usdt(address, '7')
    await world.pass(4)
    await lose('drop')
    const ids = (
      await world.db.selectFrom('deposits').select('id').where('user_id', '=', userId).execute()
    ).map(({ id }) => id)
    expect(await shown(address)).toMatchObject([{ status: 'lost' }, { status: 'lost' }])
    for (const [index, id] of ids.entries()) {
      await transaction(world.db, async db => goOnAfterLoss(db, (await writeOff(db, id)).userId))
      expect(await frozenBy(world.db, userId)).toBe(index === 0 ? 'operator' : null)
    }
    expect(await shown(address)).toMatchObject([{ status: 'credited' }, { status: 'credited' }])
    expect(await heldFor(userId)).toBe('24 hours')
    expect(await world.messages(userId)).toHaveLength(5)
  })

  test('because operators had the reader go back is told when it is not back where it was, and not before', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    const read = await world.chain.head()
    await world.reorg(5, 'drop')
    const height = read - 5n
    const hash = (await world.chain.hashAt(height)) as string
    const { network } = world.chain
    await world.db.updateTable('chain_cursors').set({ stopped: 'reorganisation_too_deep' }).execute()
    const { books } = world.reading
    await transaction(world.db, db => resumeFrom(db, { network, height, hash, books }))
    await world.read()
    await world.pass(2)
    expect(await frozenBy(world.db, userId)).toBeNull()
    expect(await shown(address)).toMatchObject([{ status: 'credited' }])
    await world.pass(1)
    expect(await frozenBy(world.db, userId)).toBe('operator')
    expect(await shown(address)).toMatchObject([{ status: 'lost' }])
    expect(await world.messages(userId)).toHaveLength(2)
  })

  test('is no loss while it is in the chain', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(3)
    const before = await loss()
    await expect(writeOff(world.db, (await depositOf(userId)).id)).rejects.toThrow('not lost')
    expect(await loss()).toBe(before)
  })

  test('stays with the customer, whose withdrawals are held and who is told', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    await lose('drop')
    await world.pass(6)
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    const { hold_until } = await world.db
      .selectFrom('users')
      .select('hold_until')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(hold_until?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect((await world.messages(userId)).map(({ amount }) => amount)).toEqual(['6', '6'])
  })

  test.each([
    ['ends its hold', null, null],
    ['leaves the hold that was there before', '2 hours', '2 hours'],
  ])('found again %s, each time', async (_, before, after) => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    await hold(userId, before)
    for (let round = 0; round < 2; round++) {
      await lose('return')
      expect(await heldFor(userId)).toBe('24 hours')
      await world.pass(5)
      expect(await heldFor(userId)).toBe(after)
    }
    expect(await world.messages(userId)).toHaveLength(5)
  })

  test('found again leaves a hold that has begun since, and one for another that is still lost', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    await lose('return')
    await hold(userId, '25 hours')
    await world.pass(5)
    expect(await heldFor(userId)).toBe('25 hours')
    const other = await world.customer()
    await usdt(other.address, '6')
    await world.pass(4)
    await lose('drop')
    await usdt(other.address, '7')
    await world.pass(4)
    await lose('return')
    await world.pass(5)
    expect(await heldFor(other.userId)).toBe('24 hours')
    expect(await frozenBy(world.db, other.userId)).toBe('operator')
    expect(await frozenBy(world.db, userId)).toBeNull()
  })

  test('is booked as our loss once; found again, it is booked back', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    const before = await loss()
    await lose('return')
    const { id } = await depositOf(userId)
    await writeOff(world.db, id)
    await expect(writeOff(world.db, id)).rejects.toThrow('in the books already')
    expect(await loss()).toBe(before - 6_000_000n)
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    expect(await world.openAlarms()).toEqual([])
    await world.check()

    await world.pass(5)
    expect(await loss()).toBe(before)
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    expect(await depositOf(userId)).toMatchObject({ lost_at: null, loss_transfer_id: null })
    await lose('drop', 8)
    await world.pass(9)
    await writeOff(world.db, id)
    expect(await loss()).toBe(before - 6_000_000n)
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
  })
})

async function hold(userId: string, time: string | null) {
  await sql`update users set hold_until = now() + ${time}::interval where id = ${userId}`.execute(world.db)
}

/** How long withdrawals are held, to the next full hour. */
async function heldFor(userId: string): Promise<string | null> {
  const until = await pausedUntil(world.db, userId)
  return until && `${Math.ceil((until.getTime() - Date.now()) / 3_600_000)} hours`
}

/** Loses the last blocks, and has the reader go on that has stopped for what was in them. */
async function lose(transactions: 'return' | 'drop', depth = 5) {
  await world.reorg(depth, transactions)
  expect(await world.read()).toBe('stopped')
  await world.resume()
}

const shown = (address: string) => depositsTo(world.db, { addresses: [address], limit: 5 })

async function closeAlarms() {
  await world.db.updateTable('alarms').set({ settled_at: new Date() }).execute()
}
