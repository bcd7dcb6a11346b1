import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addUser } from '../../../src/server/account/users.ts'
import { newId } from '../../../src/server/id.ts'
import { begin, check, end, world } from '../../fixtures/wallet/depositing.ts'

beforeAll(begin)
afterAll(end)
afterEach(check)

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

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
