import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { depositBooks } from '../../../src/server/across/deposit-books.ts'
import type { Chain } from '../../../src/server/chain/chain.ts'
import { evmChain } from '../../../src/server/chain/chains/evm.ts'
import { readOn } from '../../../src/server/chain/deposits/reader.ts'
import { dyingAt } from '../../fixtures/dying.ts'
import { openPatiently } from '../../fixtures/postgres.ts'
import { startDepositWorld } from '../../fixtures/wallet/deposit-world.ts'
import { begin, check, end, world } from '../../fixtures/wallet/depositing.ts'

beforeAll(begin)
afterAll(end)
afterEach(check)

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

describe('the reader', () => {
  test('killed before any of its queries leaves no gap and credits nothing twice', async () => {
    for (let n = 1; ; n++) {
      const { userId, address } = await world.customer()
      await usdt(address, '3')
      await usdt(address, '0.25')
      await world.mine(2)
      const dying = dyingAt(world.db, n)
      await world.read({ db: dying.db }).catch((error: Error) => expect(error.message).toBe('killed'))
      await world.mine(2)
      await world.read({ db: dying.db }).catch((error: Error) => expect(error.message).toBe('killed'))
      await world.mine()
      await world.read()
      expect(await world.holds(userId), `killed at query ${n}`).toEqual({ USDT: '3.25' })
      expect(await world.messages(userId)).toHaveLength(2)
      if (!dying.hasDied()) break
      expect(n).toBeLessThan(500)
    }
  })

  test('killed while it goes back loses nothing', async () => {
    for (let n = 1; ; n++) {
      const { userId, address } = await world.customer()
      await usdt(address, '3')
      await world.pass(2)
      await world.reorg(2, 'return')
      const dying = dyingAt(world.db, n)
      await world.read({ db: dying.db }).catch((error: Error) => expect(error.message).toBe('killed'))
      await world.pass(4)
      expect(await world.holds(userId), `killed at query ${n}`).toEqual({ USDT: '3' })
      expect(await world.bills(userId)).toHaveLength(1)
      if (!dying.hasDied()) break
    }
  })

  test('goes on when the node falls silent at any moment', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '2')
    await world.mine(4)
    for (let patience = 0; ; patience++) {
      let asked = 0
      const ask = <T>(answer: () => Promise<T>) =>
        asked++ < patience ? answer() : Promise.reject(new Error('silent'))
      const chain: Chain = {
        ...world.chain,
        head: () => ask(() => world.chain.head()),
        hashAt: height => ask(() => world.chain.hashAt(height)),
        block: (height, ours) => ask(() => world.chain.block(height, ours)),
      }
      const step = await world.read({ chain }).catch((error: Error) => error.message)
      if (step === 'idle') break
      expect(step).toBe('silent')
    }
    expect(await world.holds(userId)).toEqual({ USDT: '2' })
  })

  test('may run many times at once', async () => {
    const customers = await Promise.all(Array.from({ length: 5 }, () => world.customer()))
    for (const { address } of customers) await usdt(address, '2')
    for (let block = 0; block < 6; block++) {
      await world.mine()
      await Promise.all(Array.from({ length: 6 }, () => readOn(world.reading)))
    }
    await world.read()
    for (const { userId } of customers) {
      expect(await world.holds(userId)).toEqual({ USDT: '2' })
      expect(await world.bills(userId)).toMatchObject([{ whats: 'seen confirming credited' }])
    }
  })

  test('goes on where it was after a restart, however many blocks were missed', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '2')
    await world.mine(250)
    await usdt(address, '4')
    await world.mine(50)
    const db = openPatiently({ url: world.url })
    const chain = evmChain(world.settings)
    const restarted = { db, chain, books: depositBooks(chain), isSandbox: false }
    expect(await readOn(restarted)).toBe('advanced')
    expect(await world.holds(userId)).toEqual({ USDT: '2' })
    await world.read(restarted)
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    await db.destroy()
    const { count } = await world.db
      .selectFrom('chain_blocks')
      .select(eb => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(257n)
  })

  test('waits while the node knows less than was read, with an alarm when it is much less', async () => {
    const head = await world.chain.head()
    const behind = (lag: bigint) => ({ ...world.chain, head: async () => head - lag })
    expect(await world.read({ chain: behind(2n) })).toBe('behind')
    expect(await world.openAlarms()).toEqual([])
    expect(await world.read({ chain: behind(50n) })).toBe('behind')
    expect(await world.openAlarms()).toEqual(['chain_behind'])
    expect(await world.read()).toBe('idle')
    expect(await world.openAlarms()).toEqual([])
  })

  test('calls a person when the node tells of no new block for long, whatever it says of its height', async () => {
    await world.pass()
    const head = await world.chain.head()
    const minutesPass = (minutes: number) =>
      sql`update chain_cursors set moved_at = moved_at - ${minutes} * interval '1 minute'`.execute(world.db)
    await minutesPass(5)
    expect(await readOn(world.reading)).toBe('idle')
    expect(await world.openAlarms()).toEqual([])
    await minutesPass(30)
    // The chain of the sandbox rests while nothing happens.
    await readOn({ ...world.reading, isSandbox: true })
    expect(await world.openAlarms()).toEqual([])
    await readOn({ ...world.reading, chain: { ...world.chain, head: async () => head + 9n } })
    expect(await world.openAlarms()).toEqual(['chain_still'])
    await world.pass()
    expect(await world.openAlarms()).toEqual([])
  })

  test('stops with an alarm when more was rewritten than it remembers, and does nothing until told', async () => {
    const { userId, address } = await world.customer()
    await world.pass(4)
    await usdt(address, '2')
    await world.pass(5)
    const head = await world.chain.head()
    await world.db
      .deleteFrom('chain_blocks')
      .where('height', '>', 0n)
      .where('height', '<', head - 3n)
      .execute()
    await world.reorg(6, 'drop')
    expect(await world.read()).toBe('stopped')
    expect(await world.openAlarms()).toEqual(['chain_stopped'])
    await world.mine(3)
    expect(await world.read()).toBe('stopped')
    expect(await world.holds(userId)).toEqual({ USDT: '2' })
  })

  test('on another chain stops with an alarm; in the sandbox it begins again and keeps what was credited', async () => {
    const tested = await startDepositWorld()
    // The seconds of its start are in a chain's first block: without another second it would be the same chain.
    await sleep(1100)
    const replaced = await startDepositWorld()
    try {
      const { userId, address } = await tested.customer()
      await tested.pay({ address, currency: 'USDT', amount: '2' })
      await tested.pass(4)
      await tested.pay({ address, currency: 'USDT', amount: '5' })
      await tested.pass(2)
      const { chain } = replaced
      await replaced.mine(1)
      expect(await tested.read({ chain })).toBe('stopped')
      expect(await tested.openAlarms()).toEqual(['chain_stopped'])
      expect(await tested.deposits(userId)).toMatchObject([{ status: 'credited' }, { status: 'confirming' }])

      await tested.db.updateTable('chain_cursors').set({ stopped: null }).execute()
      await replaced.pay({ address, currency: 'USDC', amount: '11' })
      await replaced.mine(3)
      expect(await tested.read({ chain, isSandbox: true })).toBe('idle')
      expect(await tested.openAlarms()).toEqual([])
      expect(await tested.holds(userId)).toEqual({ USDT: '2', USDC: '11' })
      expect((await tested.deposits(userId)).map(({ status }) => status)).toEqual([
        'credited',
        'orphaned',
        'credited',
      ])
      await tested.check()
    } finally {
      await tested.close()
      await replaced.close()
    }
  })
})
