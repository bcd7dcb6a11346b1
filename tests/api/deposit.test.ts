import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addUser } from '../../src/server/account/users.ts'
import { depositAddress } from '../../src/server/chain/addresses.ts'
import type { Chain, ChainTransfer } from '../../src/server/chain/chain.ts'
import { evmChain } from '../../src/server/chain/chains/evm.ts'
import { readOn } from '../../src/server/chain/reader.ts'
import { openDatabase } from '../../src/server/database.ts'
import { newId } from '../../src/server/id.ts'
import { depositBooks } from '../../src/server/jobs/deposit-books.ts'
import { type DepositWorld, dyingAt, startDepositWorld } from './deposit-world.ts'

let world: DepositWorld
beforeAll(async () => {
  world = await startDepositWorld()
})
afterAll(() => world.close())
afterEach(() => world.check())

/** The chain as it is, but that its transfers are told in another way. */
function retold(tell: (transfer: ChainTransfer) => ChainTransfer): Chain {
  return {
    ...world.chain,
    async block(height, ours) {
      const block = await world.chain.block(height, ours)
      return block && { ...block, transfers: block.transfers.map(tell) }
    },
  }
}

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

describe('a deposit', () => {
  test('is nothing to us when it is another token, when it failed, and when nothing was sent', async () => {
    const { userId, address } = await world.customer()
    await world.pay({ address, currency: 'USDT', amount: '5', kind: 'wrong-token' })
    await world.pay({ address, currency: 'USDT', amount: '5', kind: 'failed' })
    await usdt(address, '0')
    await world.pass(5)
    expect(await world.deposits(userId)).toEqual([])
    expect(await world.holds(userId)).toEqual({})
    expect(await world.bills(userId)).toEqual([])
  })

  test('is seen, then confirming, then credited once, with its bill and message', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '25.5')
    await world.pass()
    expect(await world.deposits(userId)).toMatchObject([{ status: 'seen', confirms: 1, amount: '25.5' }])
    expect(await world.bills(userId)).toEqual([
      { kind: 'deposit', status: 'pending', amount: '25.5', currency: 'USDT', whats: 'seen' },
    ])
    await world.pass()
    expect(await world.deposits(userId)).toMatchObject([{ status: 'confirming', confirms: 2 }])
    expect(await world.holds(userId)).toEqual({})
    expect(await world.messages(userId)).toEqual([])
    await world.pass()
    expect(await world.deposits(userId)).toMatchObject([{ status: 'credited', confirms: 3 }])
    await world.pass(5)
    expect(await world.holds(userId)).toEqual({ USDT: '25.5' })
    expect(await world.bills(userId)).toEqual([
      {
        kind: 'deposit',
        status: 'done',
        amount: '25.5',
        currency: 'USDT',
        whats: 'seen confirming credited',
      },
    ])
    expect(await world.messages(userId)).toEqual([{ type: 'deposit', amount: '25.5', currency: 'USDT' }])
  })

  test('of two transfers in one transaction is credited twice, to whom each was sent', async () => {
    const [first, second] = [await world.customer(), await world.customer()]
    const split = { address: first.address, currency: 'USDT', amount: '5', kind: 'twice' } as const
    await world.pay({ ...split, secondAddress: second.address, secondAmount: '7' })
    await world.pay({ ...split, amount: '10', secondAmount: '20' })
    await world.pass(3)
    expect(await world.holds(first.userId)).toEqual({ USDT: '35' })
    expect(await world.holds(second.userId)).toEqual({ USDT: '7' })
  })

  test('of ether is booked to eight digits; what is below stays as dust', async () => {
    const { userId, address } = await world.customer()
    await world.pay({ address, currency: 'ETH', amount: '0.123456789123456789' })
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ ETH: '0.12345678' })
    expect(await world.deposits(userId)).toMatchObject([{ status: 'credited', dust: '9123456789' }])
    // Less than the books can hold at all: written down, credited to nobody.
    await world.pay({ address, currency: 'ETH', amount: '0.000000000000000007' })
    await world.pass(3)
    expect((await world.deposits(userId))[1]).toMatchObject({ status: 'below_min', amount: '0', dust: '7' })
    expect(await world.holds(userId)).toEqual({ ETH: '0.12345678' })
  })

  test('below the minimum waits without a bill until the address has received enough', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '0.4')
    await world.pass(4)
    await usdt(address, '0.5')
    await world.pay({ address, currency: 'USDC', amount: '0.9' })
    await world.pass(4)
    expect((await world.deposits(userId)).map(({ status }) => status)).toEqual(Array(3).fill('below_min'))
    expect(await world.holds(userId)).toEqual({})
    expect(await world.bills(userId)).toEqual([])

    await usdt(address, '0.1')
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ USDT: '1' })
    expect((await world.bills(userId)).map(({ status, amount }) => [status, amount])).toEqual([
      ['done', '0.4'],
      ['done', '0.5'],
      ['done', '0.1'],
    ])
  })

  test('that nobody would believe is held with an alarm, and the reader goes on', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '2000000000')
    await world.pass(4)
    expect(await world.deposits(userId)).toMatchObject([{ status: 'held', amount: '2000000000' }])
    expect(await world.holds(userId)).toEqual({})
    expect(await world.openAlarms()).toEqual(['deposit_absurd'])
    await usdt(address, '3')
    await world.mine()
    // More than a column, and any balance, can hold.
    await world.read({ chain: retold(transfer => ({ ...transfer, amountRaw: 2n ** 256n - 1n })) })
    expect(await world.deposits(userId)).toMatchObject([
      {},
      { status: 'held', amount: '9223372036854.775807' },
    ])
    await world.db.updateTable('alarms').set({ settled_at: new Date() }).execute()
    await usdt(address, '3')
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ USDT: '3' })
  })
})

describe('a deposit to a card', () => {
  test('becomes dollars in whole cents; the rest is in the wallet', async () => {
    const { userId } = await world.customer()
    const { address } = await world.card(userId)
    await usdt(address, '12.345678')
    await world.pass()
    expect(await world.bills(userId)).toMatchObject([
      { kind: 'remittance', status: 'pending', amount: '12.34', currency: 'USD' },
    ])
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ card: '12.34', USDT: '0.005678' })
    expect(await world.bills(userId)).toMatchObject([
      { kind: 'remittance', status: 'done', amount: '12.34', currency: 'USD' },
      { kind: 'deposit', status: 'done', amount: '0.005678', currency: 'USDT' },
    ])
    expect(await world.messages(userId)).toEqual([
      { type: 'rechargeArrival', amount: '12.34', currency: 'USD' },
    ])
  })

  test.each(['before', 'after'])(
    'above the most of one recharge fills the card to it, %s it was seen; the rest is in the wallet and told',
    async seen => {
      const { userId } = await world.customer()
      const { address } = await world.card(userId)
      await usdt(address, '10000.5')
      if (seen === 'after') {
        await world.pass()
        expect(await world.bills(userId)).toMatchObject([
          { kind: 'remittance', status: 'pending', amount: '10000', currency: 'USD' },
        ])
        await world.pass(3)
      } else {
        for (let block = 0; block < 4; block++) await world.mine()
        await world.read()
      }
      expect(await world.holds(userId)).toEqual({ card: '10000', USDT: '0.5' })
      expect(await world.bills(userId)).toMatchObject([
        { kind: 'remittance', status: 'done', amount: '10000', currency: 'USD' },
        { kind: 'deposit', status: 'done', amount: '0.5', currency: 'USDT' },
      ])
      const told = await world.messages(userId)
      expect(told).toHaveLength(2)
      expect(told).toEqual(
        expect.arrayContaining([
          { type: 'rechargeArrival', amount: '10000', currency: 'USD' },
          { type: 'deposit', amount: '0.5', currency: 'USDT' },
        ]),
      )
      await world.check()
    },
  )

  test('is a recharge of somebody invited: it asks for the reward', async () => {
    const someone = () => ({ email: `${newId()}@mail.test`, passwordHash: 'x', lang: 'en' as const })
    const referrer = await addUser(world.db, someone())
    const referCode = referrer?.refer_code ?? ''
    const invitee = await addUser(world.db, { ...someone(), referCode })
    const userId = invitee?.id ?? ''
    const { address } = await world.card(userId)
    await usdt(address, '12')
    await world.pass(4)
    expect(await world.holds(userId)).toEqual({ card: '12' })
    const jobs = await world.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'reward-invite')
      .execute()
    expect(jobs).toEqual([{ payload: { inviteeId: userId } }])
  })

  test('of another coin goes to the wallet', async () => {
    const { userId } = await world.customer()
    const { address } = await world.card(userId)
    await world.pay({ address, currency: 'ETH', amount: '1' })
    await world.pay({ address, currency: 'USDC', amount: '5' })
    await usdt(address, '7')
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ ETH: '1', USDC: '5', card: '7' })
  })

  test('that was closed meanwhile goes to the wallet, and the bills say so', async () => {
    const { userId } = await world.customer()
    const { address, cardId } = await world.card(userId)
    await usdt(address, '9.999')
    await world.pass()
    await world.db.updateTable('cards').set({ status: 'closed' }).where('id', '=', cardId).execute()
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ USDT: '9.999' })
    expect(await world.bills(userId)).toMatchObject([
      { kind: 'remittance', status: 'failed' },
      { kind: 'deposit', status: 'done', amount: '9.999' },
    ])
  })

  test('that was closed long ago still finds its customer: old addresses stay theirs', async () => {
    const { userId } = await world.customer()
    const { address, cardId } = await world.card(userId)
    await world.db.updateTable('cards').set({ status: 'closed' }).where('id', '=', cardId).execute()
    await world.pass(2)
    await usdt(address, '8.765')
    await world.pass(4)
    expect(await world.holds(userId)).toEqual({ USDT: '8.765' })
    expect(await world.deposits(userId)).toMatchObject([{ status: 'credited' }])
    expect(await world.messages(userId)).toEqual([{ type: 'deposit', amount: '8.765', currency: 'USDT' }])
  })

  test('of crumbs adds up, each going as far as it goes', async () => {
    const { userId } = await world.customer()
    const { address } = await world.card(userId)
    await usdt(address, '0.009')
    await usdt(address, '0.995')
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ card: '0.99', USDT: '0.014' })
  })
})

describe('a reorganisation', () => {
  test('of more than one recharge takes leaves the bill at what the card gets', async () => {
    const { userId } = await world.customer()
    const { address } = await world.card(userId)
    await usdt(address, '10000.5')
    await world.pass(2)
    await world.reorg(2, 'return')
    await world.pass()
    const row = { kind: 'remittance', amount: '10000', currency: 'USD' }
    expect(await world.bills(userId)).toMatchObject([{ ...row, status: 'pending' }])
    await world.pass(4)
    expect(await world.holds(userId)).toEqual({ card: '10000', USDT: '0.5' })
    expect(await world.bills(userId)).toMatchObject([
      { ...row, status: 'done', whats: expect.stringContaining('orphaned seen') },
      { kind: 'deposit', amount: '0.5' },
    ])
  })

  test('before the credit takes the deposit back; found again it is credited once', async () => {
    const [one, other] = [await world.customer(), await world.customer()]
    // The other's transfer comes first in the block that is lost and never comes back: places in the block move.
    await usdt(other.address, '4')
    await usdt(one.address, '8')
    await world.pass(2)
    await world.reorg(2, 'drop')
    await world.read()
    expect(await world.deposits(one.userId)).toMatchObject([{ status: 'orphaned', confirms: 0 }])
    expect(await world.bills(one.userId)).toMatchObject([
      { status: 'failed', whats: 'seen confirming orphaned' },
    ])
    await world.pass(4)
    expect(await world.holds(one.userId)).toEqual({})

    await usdt(one.address, '8')
    await world.pass(2)
    await world.reorg(2, 'return')
    await world.read()
    await world.pass(5)
    expect(await world.holds(one.userId)).toEqual({ USDT: '8' })
    expect(await world.holds(other.userId)).toEqual({})
    expect((await world.deposits(one.userId)).map(({ status }) => status)).toContain('credited')
    expect(await world.openAlarms()).toEqual([])
  })

  test('does not mix up two transfers of one transaction', async () => {
    const [first, second, third] = [await world.customer(), await world.customer(), await world.customer()]
    await usdt(third.address, '2')
    const split = { address: first.address, currency: 'USDT', amount: '5', kind: 'twice' } as const
    await world.pay({ ...split, secondAddress: second.address, secondAmount: '7' })
    await world.pass(2)
    await world.reorg(2, 'return')
    await world.pass(6)
    expect(await world.holds(first.userId)).toEqual({ USDT: '5' })
    expect(await world.holds(second.userId)).toEqual({ USDT: '7' })
    expect(await world.deposits(first.userId)).toHaveLength(1)
    expect(await world.bills(first.userId)).toMatchObject([{ status: 'done' }])
  })

  test('may change what a transaction pays: the new amount counts', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '5')
    await world.pass(2)
    await world.reorg(2, 'return')
    const chain = retold(transfer => ({ ...transfer, amountRaw: transfer.amountRaw + 1_000_000n }))
    await world.read()
    await world.mine(3)
    await world.read({ chain })
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    expect(await world.bills(userId)).toMatchObject([{ status: 'done', amount: '6' }])
  })

  test('that changes whom a transaction pays leaves the deposit to a person', async () => {
    const [first, second] = [await world.customer(), await world.customer()]
    await usdt(first.address, '5')
    await world.pass(2)
    await world.reorg(2, 'return')
    await world.read()
    await world.mine(3)
    const chain = retold(transfer => ({ ...transfer, to: second.address }))
    await world.read({ chain })
    expect(await world.deposits(first.userId)).toMatchObject([{ status: 'held' }])
    expect(await world.openAlarms()).toEqual(['deposit_changed'])
    expect([await world.holds(first.userId), await world.holds(second.userId)]).toEqual([{}, {}])
    await world.db.updateTable('alarms').set({ settled_at: new Date() }).execute()
  })

  test('after the credit raises an alarm and takes nothing back; found again the alarm is closed', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    await world.reorg(5, 'return')
    expect(await world.read()).toBe('stopped')
    expect(await world.openAlarms()).toEqual(['deposit_lost', 'chain_stopped'])
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    await world.resume()
    await world.pass(5)
    expect(await world.openAlarms()).toEqual([])
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    // Of the credit, of the loss, and that it was found.
    expect(await world.messages(userId)).toHaveLength(3)
    expect(await world.bills(userId)).toMatchObject([
      { status: 'done', whats: 'seen confirming credited lost found' },
    ])
  })

  test('after the credit that never brings it back leaves the alarm open', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    await world.reorg(5, 'drop')
    await world.read()
    await world.resume()
    await world.pass(6)
    expect(await world.openAlarms()).toEqual(['deposit_lost'])
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    expect(await world.deposits(userId)).toMatchObject([{ status: 'credited' }])
    await world.db.updateTable('alarms').set({ settled_at: new Date() }).execute()
  })
})

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
    const db = openDatabase({ url: world.url })
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

describe('a deposit address', () => {
  test('is made once per wallet and once per card, however many ask at once', async () => {
    const { userId, address } = await world.customer()
    const { cardId } = await world.card(userId)
    const ask = (cardId: string | null) =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          depositAddress(world.db, { chain: world.chain, owner: { userId, cardId } }),
        ),
      )
    expect(new Set(await ask(null))).toEqual(new Set([address]))
    const fresh = await world.customer()
    const [card] = new Set(await ask(cardId))
    expect(card).not.toBe(address)
    await world.db.deleteFrom('deposit_addresses').where('user_id', '=', fresh.userId).execute()
    const owner = { userId: fresh.userId, cardId: null }
    const made = await Promise.all(
      Array.from({ length: 8 }, () => depositAddress(world.db, { chain: world.chain, owner })),
    )
    expect(new Set(made).size).toBe(1)
    expect(made[0]).not.toBe(fresh.address)
  })
})
