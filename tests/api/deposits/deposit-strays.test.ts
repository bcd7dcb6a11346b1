import { parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/server/chain/chain.ts'
import { checkChain } from '../../../src/server/chain/check.ts'
import { wordsOf } from '../../../src/server/messages/words/words.ts'
import { begin, check, end, world } from '../../fixtures/wallet/depositing.ts'

beforeAll(begin)
afterAll(end)
afterEach(check)

const wrong = (address: string, amount = '5') =>
  world.pay({ address, currency: 'USDT', amount, kind: 'wrong-token' })

const strays = (userId: string) =>
  world.db.selectFrom('strays').selectAll().where('user_id', '=', userId).orderBy('id').execute()

const told = (userId: string) =>
  world.db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('id').execute()

/** The chain as it is, but that every stray is of another contract each time. */
function ofManyContracts(): Chain {
  let count = 0
  return {
    ...world.chain,
    async block(height, ours) {
      const block = await world.chain.block(height, ours)
      const other = () => `0x${(++count).toString(16).padStart(40, '0')}`
      return block && { ...block, strays: block.strays.map(stray => ({ ...stray, token: other() })) }
    },
  }
}

describe('a token that we do not carry', () => {
  test('is credited to nobody, whatever name it gives itself; it has no bill and is no deposit', async () => {
    const { userId, address } = await world.customer()
    const txHash = await wrong(address)
    await world.pass(5)
    expect(await world.holds(userId)).toEqual({})
    expect(await world.deposits(userId)).toEqual([])
    expect(await world.bills(userId)).toEqual([])
    expect(await strays(userId)).toMatchObject([
      { tx_hash: txHash, token: world.contracts.FAKE, address, amount_raw: `${parseUnits('5', 6)}` },
    ])
  })

  test('does not hide a deposit in the same block', async () => {
    const { userId, address } = await world.customer()
    await wrong(address, '100')
    await world.pay({ address, currency: 'USDT', amount: '3' })
    await wrong(address, '200')
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ USDT: '3' })
    expect(await strays(userId)).toHaveLength(2)
  })

  test('at a card of theirs is told to the customer, and the card gets nothing', async () => {
    const { userId } = await world.customer()
    const { address } = await world.card(userId)
    await wrong(address)
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({})
    expect(await told(userId)).toHaveLength(1)
  })

  test('is told once for each contract, in words of ours alone', async () => {
    const { userId, address } = await world.customer()
    await wrong(address)
    await wrong(address)
    await world.pass()
    await wrong(address)
    await world.pass(4)
    const messages = await told(userId)
    expect(messages).toMatchObject([{ notice_type: 'deposit', action: '/pages/service/service' }])
    const { params } = messages[0] as (typeof messages)[number]
    for (const lang of ['zh', 'en'] as const) {
      const { title, content } = wordsOf({ noticeType: 'deposit', params }, lang)
      expect(title).toMatch(lang === 'zh' ? /不支持.*未入账/ : /Unsupported token, not credited/)
      expect(content).toContain(world.contracts.FAKE)
      expect(`${title} ${content}`).not.toMatch(/Tether|USDT/)
    }
  })

  test('of ever new contracts is told three times a day, and is written down all the same', async () => {
    const { userId, address } = await world.customer()
    const other = await world.customer()
    for (let i = 0; i < 6; i++) await wrong(address)
    await wrong(other.address)
    await world.mine()
    const chain = ofManyContracts()
    await world.read({ chain })
    expect(await strays(userId)).toHaveLength(6)
    expect(await told(userId)).toHaveLength(3)
    expect(await told(other.userId)).toHaveLength(1)
    await world.db
      .updateTable('strays')
      .set({ told_at: new Date(Date.now() - 86_400_001) })
      .where('user_id', '=', userId)
      .where('told_at', 'is not', null)
      .execute()
    await wrong(address)
    await world.mine()
    await world.read({ chain })
    expect(await told(userId)).toHaveLength(4)
  })

  test('in a block that is lost and comes back is written down once', async () => {
    const { userId, address } = await world.customer()
    await wrong(address)
    await world.pass(2)
    const [before] = await strays(userId)
    await world.reorg(2, 'return')
    await world.pass(4)
    const after = await strays(userId)
    expect(after).toHaveLength(1)
    expect(after[0]?.block_hash).not.toBe(before?.block_hash)
    expect(await told(userId)).toHaveLength(1)
  })

  test('leaves books and chain in agreement', async () => {
    const ports = { chain: world.chain, treasury: { minedCount: async () => 0, fateOf: async () => null } }
    expect(await checkChain(world.db, ports)).toMatchObject({ disagreement: null, unseenEther: [] })
  })
})
