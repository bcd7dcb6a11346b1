import { beforeAll, describe, expect, test } from 'vitest'
import { withdrawalBooks } from '../../../src/server/across/withdrawal-books.ts'
import { writeBill } from '../../../src/server/bills/bills.ts'
import { type ChainReport, checkChain } from '../../../src/server/chain/check.ts'
import { evmTreasury } from '../../../src/server/chain/treasuries/evm.ts'
import type { Treasury } from '../../../src/server/chain/treasury.ts'
import { payOn } from '../../../src/server/chain/withdrawals/paying.ts'
import { addWithdrawal } from '../../../src/server/chain/withdrawals/withdrawals.ts'
import { newId } from '../../../src/server/id.ts'
import { hold, houseAccount, openAccount, post } from '../../../src/server/ledger/ledger.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startDepositWorld } from '../../fixtures/wallet/deposit-world.ts'

const world = throughout(startDepositWorld)
let treasury: Treasury
beforeAll(async () => {
  treasury = evmTreasury({ ...world.settings, key: '22'.repeat(32) })
  await world.pay({ address: treasury.address, currency: 'USDT', amount: '1000' })
  await world.pay({ address: treasury.address, currency: 'ETH', amount: '10' })
})

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

const check = (changed: Partial<Parameters<typeof checkChain>[1]> = {}): Promise<ChainReport> =>
  checkChain(world.db, { chain: world.chain, treasury, ...changed })

/** A customer whose 50 USDT have come, and 10 and a fee of 1 are on their way out. */
async function withdrawing(receiveMinor = 10_000_000n) {
  const { userId, address } = await world.customer()
  await usdt(address, '50')
  await world.pass(3)
  const [id, feeMinor, amountMinor] = [newId(), 1_000_000n, receiveMinor + 1_000_000n]
  const accountId = await openAccount(world.db, { kind: 'wallet', ownerId: userId, currency: 'USDT' })
  const { holdId } = await hold(world.db, {
    accountId,
    amountMinor,
    idempotencyKey: id,
    reason: 'withdrawal',
  })
  const bill = { userId, currency: 'USDT', account: 'wallet', status: 'pending' } as const
  const step = { what: 'requested' }
  const { billId } = await writeBill(world.db, {
    ...bill,
    kind: 'withdraw',
    amountMinor: -receiveMinor,
    step,
  })
  const fee = await writeBill(world.db, { ...bill, kind: 'fee', amountMinor: -feeMinor, step })
  await addWithdrawal(world.db, {
    id,
    userId,
    network: world.chain.network,
    currency: 'USDT',
    address: `0x${'5'.repeat(40)}`,
    label: 'Out',
    receiveMinor,
    feeMinor,
    holdId,
    billId,
    feeBillId: fee.billId,
    isReviewed: false,
    cancelSeconds: 0,
    delayHours: 0,
  })
  return id
}

const pay = () => payOn({ db: world.db, treasury, books: withdrawalBooks(world.chain) })

const withdrawal = (id: string) =>
  world.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('books and chain', () => {
  test('agree before anything was read', async () => {
    expect(await check()).toMatchObject({ height: null, disagreement: null })
  })

  test('agree at every block, whatever came, in whatever coin', async () => {
    const { userId, address } = await world.customer()
    const { address: cardAddress } = await world.card(userId)
    for (const to of [address, cardAddress]) {
      await usdt(to, '12.345678')
      await usdt(to, '0.3')
      await world.pay({ address: to, currency: 'USDC', amount: '0.2' })
      await world.pay({ address: to, currency: 'ETH', amount: '0.123456789123456789' })
      await world.pay({ address: to, currency: 'USDT', amount: '4', kind: 'wrong-token' })
      await world.pay({ address: to, currency: 'USDT', amount: '4', kind: 'failed' })
    }
    await usdt(address, '2000000000')
    for (let block = 0; block < 5; block++) {
      await world.pass()
      expect((await check()).disagreement).toBeNull()
    }
    expect(await world.holds(userId)).toMatchObject({ ETH: '0.24691356' })
    expect(await check()).toMatchObject({ deposits: 9n, addresses: 2n, unseenEther: [] })
  })

  test('agree while a withdrawal is on its way, and when it is paid', async () => {
    const id = await withdrawing()
    const seen: string[] = []
    for (let block = 0; block < 6; block++) {
      await pay()
      seen.push((await withdrawal(id)).status)
      expect((await check()).disagreement).toBeNull()
      await world.pass()
    }
    expect(seen.at(0)).toBe('sent')
    expect(seen.at(-1)).toBe('done')
    expect(await check()).toMatchObject({ withdrawals: 1n, disagreement: null })
  })

  test('disagree on a unit that the books have and the chain has not', async () => {
    const from = await houseAccount(world.db, { code: 'chain', currency: 'USDC' })
    const to = await houseAccount(world.db, { code: 'elsewhere', currency: 'USDC' })
    const move = async (amountMinor: bigint) =>
      await post(world.db, {
        idempotencyKey: `trial:${amountMinor}`,
        reason: 'trial',
        entries: [
          { accountId: from, amountMinor: -amountMinor },
          { accountId: to, amountMinor },
        ],
      })
    await move(1n)
    const { disagreement } = await check()
    expect(disagreement).toMatchObject({ id: 'USDC', expected: '0', found: '1' })
    expect(disagreement?.rule).toMatch(/account of the chain/)
    await move(-1n)
    expect((await check()).disagreement).toBeNull()
  })

  test('disagree on an address that holds another amount than its deposits brought', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '3')
    await world.pass(4)
    const tell = (amount_raw: string) =>
      world.db.updateTable('deposits').set({ amount_raw }).where('user_id', '=', userId).execute()
    await tell('3000001')
    expect((await check()).disagreement).toEqual({
      rule: 'a deposit address holds what its deposits brought, less what was swept',
      id: `${address} USDT`,
      expected: '3000001',
      found: '3000000',
    })
    await tell('3000000')
    expect((await check()).disagreement).toBeNull()
  })

  test('disagree on a deposit that nobody wrote down', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '0.5')
    await world.pass(4)
    const row = await world.db.deleteFrom('deposits').where('user_id', '=', userId).returningAll().execute()
    expect((await check()).disagreement).toMatchObject({
      id: `${address} USDT`,
      expected: '0',
      found: '500000',
    })
    await world.db.insertInto('deposits').values(row).execute()
    expect((await check()).disagreement).toBeNull()
  })

  test('name ether that nobody saw coming, and agree: it is a person’s, not a mistake of the books', async () => {
    const { address } = await world.customer()
    const chain = {
      ...world.chain,
      balanceAt: async (asked: { address: string; currency: 'ETH'; height: bigint }) =>
        (await world.chain.balanceAt(asked)) +
        (asked.address === address && asked.currency === 'ETH' ? 1n : 0n),
    } as typeof world.chain
    expect(await check({ chain })).toMatchObject({ unseenEther: [address], disagreement: null })
    const less = { ...world.chain, balanceAt: async () => 0n }
    expect((await check({ chain: less })).disagreement).not.toBeNull()
  })

  test('disagree on a credited deposit whose block is lost, until it is found', async () => {
    const { address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    await world.reorg(5, 'return')
    const { disagreement } = await check()
    expect(disagreement?.rule).toMatch(/block that was read last/)
    await world.read()
    expect((await check()).disagreement?.rule).toMatch(/in the chain, or booked as a loss/)
    await world.resume()
    await world.pass(3)
    expect((await check()).disagreement).toBeNull()
  })

  test('disagree on a payment to somebody else, of another amount, twice, or not at all', async () => {
    const id = await withdrawing()
    for (let block = 0; block < 5; block++) {
      await pay()
      await world.pass()
    }
    expect(await withdrawal(id)).toMatchObject({ status: 'done' })
    const told = (change: (amountRaw: bigint, to: string) => { amountRaw: bigint; to: string }[] | null) => ({
      ...world.chain,
      async transfersBy(txHash: string) {
        const transfers = await world.chain.transfersBy(txHash)
        const [first] = transfers ?? []
        if (first?.to !== `0x${'5'.repeat(40)}`) return transfers
        return change(first.amountRaw, first.to)?.map(other => ({ ...first, ...other })) ?? null
      },
    })
    const lies = [
      told((amountRaw, to) => [{ amountRaw: amountRaw + 1n, to }]),
      told(amountRaw => [{ amountRaw, to: treasury.address }]),
      told((amountRaw, to) => [
        { amountRaw, to },
        { amountRaw, to },
      ]),
      told(() => []),
      told(() => null),
    ]
    for (const chain of lies)
      expect((await check({ chain })).disagreement?.rule).toBe('a withdrawal is paid once, as promised')
    expect((await check()).disagreement).toBeNull()
  })

  test('disagree on a payment of the hot wallet that is in no books', async () => {
    expect((await check()).disagreement).toBeNull()
    const nonce = await treasury.minedCount()
    const prices = await treasury.prices()
    const stolen = { to: `0x${'6'.repeat(40)}`, currency: 'USDT', amountMinor: 1n } as const
    const { raw } = await treasury.sign(stolen, { nonce, prices })
    expect(await treasury.broadcast(raw)).toBe('taken')
    await world.pass()
    expect((await check()).disagreement).toEqual({
      rule: 'what the hot wallet pays is a withdrawal, or gas for a sweep',
      id: `nonce ${nonce}`,
      expected: 'a payment of the books',
      found: 'none',
    })
  })
})
