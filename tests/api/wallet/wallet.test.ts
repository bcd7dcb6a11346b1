import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  convertToCardBalance,
  masterBudgetBalance,
  queryTransferIn,
  queryWallet,
} from '../../../src/contract/wallet.ts'
import { letGoOn } from '../../../src/server/chain/deposits/held.ts'
import { newId } from '../../../src/server/id.ts'
import { readChain } from '../../../src/server/jobs/read-chain.ts'
import { hold, houseAccount, openAccount, post } from '../../../src/server/ledger/ledger.ts'
import { newCustomer, type TestCustomer, testPin, withPin } from '../../fixtures/account/customer.ts'
import { startTestChain, type TestChain } from '../../fixtures/chain/anvil.ts'
import { newCard } from '../../fixtures/wallet/deposit-world.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

let node: TestChain
let tested: TestWorld
let customer: TestCustomer
beforeAll(async () => {
  node = await startTestChain()
  tested = await startWorld({ chain: node.chain })
  customer = await newCustomer(tested)
})
afterAll(async () => {
  await tested.close()
  await node.close()
})

const ask = (input: Record<string, unknown>, token = customer.token) =>
  tested.send(queryTransferIn, { currency: 'USDT', chain: 'ERC20', ...input }, token)
const addressOf = async (input: Record<string, unknown>, token = customer.token) => {
  const answer = await ask(input, token)
  expect(answer).toMatchObject({ code: 1 })
  return (answer as { data: { address: string } }).data.address
}

async function pass(blocks: number) {
  await node.mine(blocks)
  await readChain.run(tested.world)
}

describe('queryTransferIn', () => {
  test.each([
    ['a coin the chain does not carry', { currency: 'BTC' }],
    ['another network', { chain: 'TRC20' }],
  ])('refuses %s', async (_what, input) => {
    expect(await ask(input)).toMatchObject({ key: 'currency_unsupported', code: 1402 })
  })

  test("denies another customer's card and address, and makes no address for them", async () => {
    const other = await newCustomer(tested)
    const cardId = await newCard(tested.world.db, other.userId)
    expect(await ask({ cardId })).toMatchObject({ status: 403 })
    expect(await ask({ cardId: newId() })).toMatchObject({ status: 403 })
    expect(await ask({ cardId, currency: 'BTC' })).toMatchObject({ status: 403 })
    const address = await addressOf({}, other.token)
    expect(await ask({ address })).toMatchObject({ status: 403 })
    const made = await tested.world.db.selectFrom('deposit_addresses').select('card_id').execute()
    expect(made.filter(({ card_id }) => card_id !== null)).toEqual([])
  })

  test('gives one address for all coins of the wallet, the same to everybody who asks at once', async () => {
    const asked = await Promise.all(
      (['USDT', 'USDC', 'ETH'] as const).flatMap(currency => [
        addressOf({ currency }),
        addressOf({ currency }),
      ]),
    )
    expect(new Set(asked).size).toBe(1)
    expect(await ask({ address: asked[0] })).toMatchObject({
      data: {
        address: asked[0],
        qr: expect.stringContaining(asked[0] as string),
        memo: null,
        min: '1',
        confirmations: 3,
        expectedSeconds: 3,
        list: [],
      },
    })
    expect(await ask({ currency: 'ETH' })).toMatchObject({ data: { min: '0.001' } })
  })

  test('gives a card an address of its own, for USDT; none when the card is closed', async () => {
    const cardId = await newCard(tested.world.db, customer.userId)
    const address = await addressOf({ cardId })
    expect(address).not.toBe(await addressOf({}))
    expect(await addressOf({ cardId })).toBe(address)
    expect(await ask({ cardId, currency: 'ETH' })).toMatchObject({ key: 'currency_unsupported' })
    await tested.world.db.updateTable('cards').set({ status: 'closed' }).where('id', '=', cardId).execute()
    expect(await ask({ cardId })).toMatchObject({ key: 'card_closed' })
  })

  test('tells what waits in small parts until it reaches the minimum, of that coin alone', async () => {
    const { token } = await newCustomer(tested)
    const address = await addressOf({}, token)
    await node.pay({ address, currency: 'USDT', amount: '0.4' })
    await node.pay({ address, currency: 'USDC', amount: '0.25' })
    await pass(4)
    await node.pay({ address, currency: 'USDT', amount: '0.3' })
    await pass(4)
    expect(await ask({}, token)).toMatchObject({
      data: {
        min: '1',
        waiting: '0.7',
        list: Array(3).fill(expect.objectContaining({ status: 'below_min', billId: null })),
      },
    })
    expect(await ask({ currency: 'USDC' }, token)).toMatchObject({ data: { waiting: '0.25' } })
    await node.pay({ address, currency: 'USDT', amount: '0.3' })
    await pass(4)
    expect(await ask({}, token)).toMatchObject({ data: { waiting: '0' } })
  })

  test('shows deposits as they come in, and the wallet what is on its way', async () => {
    const receiver = await newCustomer(tested)
    const address = await addressOf({}, receiver.token)
    const txId = await node.pay({ address, currency: 'USDT', amount: '20.5' })
    await pass(2)
    const list = async () => ((await ask({}, receiver.token)) as { data: { list: unknown[] } }).data.list
    const shown = {
      txId,
      amount: '20.5',
      currency: 'USDT',
      required: 3,
      time: expect.any(String),
      billId: expect.any(String),
      messageId: null,
    }
    expect(await list()).toEqual([{ ...shown, confirms: 2, status: 'confirming' }])
    const usdt = async () =>
      (await tested.succeed(queryWallet, {}, receiver.token)).find(({ currency }) => currency === 'USDT')
    expect(await usdt()).toMatchObject({ balance: '0', available: '0', incoming: '20.5' })
    await pass(1)
    expect(await list()).toEqual([{ ...shown, confirms: 3, status: 'credited' }])
    expect(await usdt()).toMatchObject({ balance: '20.5', available: '20.5', incoming: '0' })
  })
})

// In the order of the list: USDT, then USDC.
test('at the address of a card all but USDT is on its way to the wallet; that is, too, when the card is over', async () => {
  const owner = await newCustomer(tested)
  const cardId = await newCard(tested.world.db, owner.userId)
  const address = await addressOf({ cardId }, owner.token)
  await node.pay({ address, currency: 'USDC', amount: '5' })
  await node.pay({ address, currency: 'USDT', amount: '7' })
  await pass(1)
  const shown = async () =>
    (await tested.succeed(queryWallet, {}, owner.token)).map(coin => `${coin.balance} ${coin.incoming}`)
  expect((await shown()).slice(0, 2)).toEqual(['0 0', '0 5'])
  await tested.world.db.updateTable('cards').set({ status: 'closed' }).where('id', '=', cardId).execute()
  expect((await shown()).slice(0, 2)).toEqual(['0 7', '0 5'])
  await pass(3)
  expect((await shown()).slice(0, 2)).toEqual(['7 0', '5 0'])
})

describe('a deposit that a person looks at', () => {
  test('stays among what is on its way until it is credited', async () => {
    const owner = await newCustomer(tested)
    const address = await addressOf({}, owner.token)
    await node.pay({ address, currency: 'USDT', amount: '1000000001' })
    await node.pay({ address, currency: 'USDT', amount: '0.5' })
    await pass(4)
    const usdt = async () => (await tested.succeed(queryWallet, {}, owner.token))[0]
    const [, held] = ((await ask({}, owner.token)) as { data: { list: object[] } }).data.list
    expect(held).toMatchObject({ status: 'held', amount: '1000000001' })
    expect(await usdt()).toMatchObject({ balance: '0', incoming: '1000000001.5' })
    const { id } = await tested.world.db
      .selectFrom('deposits')
      .select('id')
      .where('user_id', '=', owner.userId)
      .where('status', '=', 'held')
      .executeTakeFirstOrThrow()
    await letGoOn(tested.world.db, { depositId: id, answeredFor: ['deposit_absurd'] })
    expect(await usdt()).toMatchObject({ balance: '0', incoming: '1000000001.5' })
    await pass(1)
    expect(await usdt()).toMatchObject({ balance: '1000000001.5', incoming: '0' })
  })
})

describe('a credited deposit that the chain loses', () => {
  test('stands as lost, then as found; its account is frozen meanwhile, and in the sandbox the reader goes on', async () => {
    const owner = await newCustomer(tested)
    const address = await addressOf({}, owner.token)
    const cardId = await newCard(tested.world.db, owner.userId)
    await withPin(tested, owner)
    await node.pay({ address, currency: 'USDT', amount: '60' })
    await pass(4)
    const listed = async () => ((await ask({}, owner.token)) as { data: { list: object[] } }).data.list
    const recharge = { cardId, amount: '10', currency: 'USDT', pin: testPin }
    const recharged = () =>
      tested.send(convertToCardBalance, { ...recharge, requestId: newId() }, owner.token)
    expect(await recharged()).toMatchObject({ code: 1 })

    await node.reorg(5, 'return')
    await readChain.run(tested.world)
    expect(await listed()).toMatchObject([{ status: 'lost', confirms: 0 }])
    expect(await recharged()).toMatchObject({ key: 'account_frozen', data: { by: 'operator' } })
    await pass(1)
    expect(await listed()).toMatchObject([{ status: 'lost' }])
    await sql`update alarms set created_at = created_at - interval '1 minute'`.execute(tested.world.db)
    await readChain.run(tested.world)
    await pass(1)
    expect(await listed()).toMatchObject([{ status: 'found', confirms: 2 }])
    expect(await recharged()).toMatchObject({ key: 'account_frozen' })
    await pass(1)
    expect(await listed()).toMatchObject([{ status: 'credited', confirms: 3 }])
    expect(await recharged()).toMatchObject({ code: 1 })
    await tested.work()
    const letters = tested.letters.filter(({ to }) => to === owner.email)
    expect(letters.filter(({ subject }) => subject.includes('undid a deposit'))).toHaveLength(1)
  })
})

describe('queryWallet', () => {
  test('shows all five coins of a new customer, with where and on what terms they come and go', async () => {
    const { token } = await newCustomer(tested)
    const nothing = { address: null, balance: '0', frozen: '0', available: '0', incoming: '0' }
    const { config, treasury } = tested.world
    const expectedSeconds = config.WITHDRAWAL_CANCEL_SECONDS + treasury.confirmations * treasury.blockSeconds
    const onErc20 = (min: string, out: object) => ({
      chain: ['ERC20'],
      networks: [{ chain: 'ERC20', min, confirmations: 3, expectedSeconds: 3, out }],
      ...nothing,
    })
    const nowhere = { chain: [], networks: [], ...nothing }
    expect(await tested.succeed(queryWallet, {}, token)).toEqual([
      { currency: 'USDT', ...onErc20('1', { fee: '1', min: '10', expectedSeconds }) },
      { currency: 'USDC', ...onErc20('1', { fee: '1', min: '10', expectedSeconds }) },
      { currency: 'ETH', ...onErc20('0.001', { fee: '0.001', min: '0.01', expectedSeconds }) },
      { currency: 'BTC', ...nowhere },
      { currency: 'TRX', ...nowhere },
    ])
  })

  test('tells the address of the wallet once it was handed out, and hands out none by being asked', async () => {
    const { userId, token } = await newCustomer(tested)
    const addresses = async () => (await tested.succeed(queryWallet, {}, token)).map(({ address }) => address)
    await addressOf({ cardId: await newCard(tested.world.db, userId) }, token)
    expect(await addresses()).toEqual([null, null, null, null, null])
    const made = tested.world.db.selectFrom('deposit_addresses').select('card_id')
    expect(await made.where('user_id', '=', userId).execute()).toHaveLength(1)
    const own = await addressOf({}, token)
    expect(await addresses()).toEqual([own, own, own, null, null])
  })

  test('tells what is reserved from what may be used', async () => {
    const { userId, token } = await newCustomer(tested)
    const { db } = tested.world
    const accountId = await openAccount(db, { kind: 'wallet', ownerId: userId, currency: 'USDC' })
    const chain = await houseAccount(db, { code: 'chain', currency: 'USDC' })
    const entries = [
      { accountId: chain, amountMinor: -10_000_000n },
      { accountId, amountMinor: 10_000_000n },
    ]
    await post(db, { idempotencyKey: newId(), reason: 'deposit', entries })
    await hold(db, { accountId, amountMinor: 2_500_000n, idempotencyKey: newId(), reason: 'test' })
    expect((await tested.succeed(queryWallet, {}, token))[1]).toMatchObject({
      balance: '10',
      frozen: '2.5',
      available: '7.5',
    })
  })
})

describe('masterBudgetBalance', () => {
  test('is the USDT of the wallet, and what the cards hold together', async () => {
    const { userId, token } = await newCustomer(tested)
    const { db } = tested.world
    const cards = [await newCard(db, userId), await newCard(db, userId)]
    const closed = await newCard(db, userId)
    await db.updateTable('cards').set({ status: 'closed' }).where('id', '=', closed).execute()
    const issuer = await houseAccount(db, { code: 'issuer', currency: 'USD' })
    for (const [index, cardId] of cards.entries()) {
      const account = { kind: 'card', ownerId: userId, currency: 'USD', code: cardId } as const
      const accountId = await openAccount(db, account)
      const amountMinor = index === 0 ? 500n : -1250n
      const entries = [
        { accountId, amountMinor },
        { accountId: issuer, amountMinor: -amountMinor },
      ]
      await post(db, { idempotencyKey: newId(), reason: 'test', entries, forced: true })
    }
    expect(await tested.succeed(masterBudgetBalance, {}, token)).toEqual({
      currency: 'USDT',
      balance: '0',
      frozen: '0',
      available: '0',
      cardBalance: '-7.5',
      cardCount: 2,
      firstKeep: '10',
      debt: { owed: '12.5', cardId: cards[1], last4: '4242' },
    })
  })
})
