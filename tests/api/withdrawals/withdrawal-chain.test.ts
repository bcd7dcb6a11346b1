import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as bill from '../../../src/contract/bill.ts'
import { queryTransferIn } from '../../../src/contract/wallet.ts'
import { transferOut, transferOutDetail } from '../../../src/contract/withdrawal.ts'
import { frozenBy } from '../../../src/server/account/freezes.ts'
import { checkChain } from '../../../src/server/chain/check.ts'
import { evmTreasury } from '../../../src/server/chain/treasuries/evm.ts'
import { payWithdrawals } from '../../../src/server/jobs/pay-withdrawals.ts'
import { readChain } from '../../../src/server/jobs/read-chain.ts'
import { newCustomer, withPin } from '../../fixtures/account/customer.ts'
import { startTestChain, type TestChain } from '../../fixtures/chain/anvil.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import {
  asked,
  billsOf,
  due,
  later,
  messagesOf,
  moneyIn,
  pass,
  savedBy,
  type Withdrawer,
} from '../../fixtures/wallet/withdrawer.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

// The whole way on a real node: money comes in, leaves, and what is on the chain is what is in the books.

const key = '22'.repeat(32)

let node: TestChain
let tested: TestWorld
beforeAll(async () => {
  node = await startTestChain()
  const treasury = evmTreasury({ ...node.settings, key })
  tested = await startWorld({ chain: node.chain, treasury })
  await node.pay({ address: treasury.address, currency: 'ETH', amount: '5' })
  await node.pay({ address: treasury.address, currency: 'USDT', amount: '150' })
  await node.mine()
})
afterAll(async () => {
  await tested.close()
  await node.close()
})

beforeEach(async () => {
  await node.rpc('anvil_setNextBlockBaseFeePerGas', '0x1')
  await node.mine()
})

async function pay() {
  await readAll()
  await payWithdrawals.run(tested.world)
}

async function depositor(amounts: { currency: 'USDT' | 'ETH'; amount: string }[]): Promise<Withdrawer> {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  const input = { currency: 'USDT', chain: 'ERC20' }
  const { address: own } = await tested.succeed(queryTransferIn, input, customer.token)
  for (const { currency, amount } of amounts) await node.pay({ address: own, currency, amount })
  await node.mine(4)
  await readAll()
  const address = await savedBy(tested, customer)
  await pass(tested, '25 hours')
  return { ...customer, address }
}

async function readAll() {
  for (let round = 0; round < 5; round++) await readChain.run(tested.world)
}

async function tokensAt(address: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Hex] })
  return BigInt(await node.rpc<string>('eth_call', { to: node.contracts.USDT, data }, 'latest'))
}

const detail = (id: string, { token }: Withdrawer) => tested.succeed(transferOutDetail, { id }, token)

describe('on a real node', () => {
  test('a token and ether reach their address to the last unit, over a lost block, and the books agree with the chain', async () => {
    const customer = await depositor([
      { currency: 'USDT', amount: '200' },
      { currency: 'ETH', amount: '1' },
    ])
    const { address, token } = customer
    const usdt = await tested.succeed(transferOut, asked(customer, { amount: '100.000001' }), token)
    const ether = await tested.succeed(
      transferOut,
      asked(customer, { currency: 'ETH', amount: '0.5', receive: '0.499' }),
      token,
    )
    await due(tested)
    await pay()
    expect(await detail(usdt.id, customer)).toMatchObject({ status: 'sent' })
    expect(await detail(ether.id, customer)).toMatchObject({ status: 'sent' })
    await node.mine(2)
    await pay()
    expect(await detail(usdt.id, customer)).toMatchObject({ status: 'confirming', confirms: 2 })
    expect(await tokensAt(address)).toBe(99_000_001n)

    // Two blocks are lost with what was in them; the same bytes go out again.
    await node.reorg(2, 'drop')
    expect(await tokensAt(address)).toBe(0n)
    await pay()
    expect(await detail(usdt.id, customer)).toMatchObject({ status: 'sent', confirms: 0 })
    await node.mine(3)
    await pay()
    for (const id of [usdt.id, ether.id]) {
      expect(await detail(id, customer)).toMatchObject({ status: 'done', confirms: 3 })
    }
    expect(await tokensAt(address)).toBe(99_000_001n)
    const wei = BigInt(await node.rpc<string>('eth_getBalance', address, 'latest'))
    expect(wei).toBe(499_000_000_000_000_000n)
    expect(await moneyIn(tested, customer)).toEqual({ balance: 99_999_999n, held: 0n })
    expect(await moneyIn(tested, customer, 'ETH')).toEqual({ balance: 50_000_000n, held: 0n })
    await readAll()
    expect((await checkChain(tested.world.db, tested.world)).disagreement).toBeNull()
  })

  test('an empty wallet makes it wait; a dear market makes it pay more, once', async () => {
    const customer = await depositor([{ currency: 'USDT', amount: '200' }])
    const { id } = await tested.succeed(transferOut, asked(customer, { amount: '101' }), customer.token)
    await due(tested)
    await pay()
    expect(await detail(id, customer)).toMatchObject({ status: 'queued' })
    const { treasury, db } = tested.world
    await node.pay({ address: treasury.address, currency: 'USDT', amount: '50' })
    await node.mine()
    await node.rpc('anvil_setNextBlockBaseFeePerGas', '0x1')
    await pay()
    const first = await detail(id, customer)
    expect(first).toMatchObject({ status: 'sent' })
    // The market rises above what was offered: the payment lies there, and is signed anew with the same nonce.
    const dear = (await treasury.prices()).maxFeePerGas * 3n
    await node.rpc('anvil_setNextBlockBaseFeePerGas', `0x${dear.toString(16)}`)
    await node.mine()
    await pay()
    expect(await detail(id, customer)).toMatchObject({ status: 'sent' })
    await later(tested)
    await pay()
    const second = await detail(id, customer)
    expect(second).toMatchObject({ status: 'sent' })
    expect(second.txId).not.toBe(first.txId)
    await node.mine(3)
    await pay()
    expect(await detail(id, customer)).toMatchObject({ status: 'done', txId: second.txId })
    expect(await tokensAt(customer.address)).toBe(100_000_000n)
    expect(await moneyIn(tested, customer)).toEqual({ balance: 99_000_000n, held: 0n })
    await readAll()
    expect((await checkChain(db, tested.world)).disagreement).toBeNull()
  })

  /** One of half an ether whose receiver refuses it, so that it has failed for good and is given back. */
  async function failing(): Promise<{ customer: Withdrawer; id: string }> {
    const customer = await depositor([{ currency: 'ETH', amount: '1' }])
    await node.mine(3)
    await node.rpc('anvil_setCode', customer.address, '0x60006000fd')
    const half = { currency: 'ETH', amount: '0.5', receive: '0.499' }
    const { id } = await tested.succeed(transferOut, asked(customer, half), customer.token)
    await due(tested)
    await pay()
    await node.mine(3)
    await pay()
    expect(await detail(id, customer)).toMatchObject({ status: 'failed', reason: 'reverted' })
    expect(await moneyIn(tested, customer, 'ETH')).toEqual({ balance: 100_000_000n, held: 0n })
    return { customer, id }
  }

  const isFrozen = async ({ userId }: Withdrawer) => (await frozenBy(tested.world.db, userId)) !== null
  const etherAt = async (address: string) =>
    BigInt(await node.rpc<string>('eth_getBalance', address, 'latest'))

  test('what had failed and is paid by a block in place of a final one is charged, and nothing moves until then', async () => {
    const { customer, id } = await failing()
    await node.reorg(3, 'return')
    await node.rpc('anvil_setCode', customer.address, '0x')
    await node.mine()
    await pay()
    expect(await isFrozen(customer)).toBe(true)
    const { billId, ...still } = await detail(id, customer)
    expect(still).toMatchObject({ status: 'failed' })
    expect(await tested.succeed(bill.detail, { id: billId }, customer.token)).toMatchObject({
      next: 'review',
    })
    await node.mine(2)
    await pay()
    expect(await detail(id, customer)).toMatchObject({ status: 'done', reason: null, confirms: 3 })
    expect(await etherAt(customer.address)).toBe(499_000_000_000_000_000n)
    expect(await moneyIn(tested, customer, 'ETH')).toEqual({ balance: 50_000_000n, held: 0n })
    expect(await isFrozen(customer)).toBe(false)
    expect(await tested.succeed(bill.detail, { id: billId }, customer.token)).toMatchObject({ next: null })
    expect((await billsOf(tested, customer)).slice(-2)).toMatchObject([
      { status: 'done', whats: 'requested signed failed returned orphaned done' },
      { status: 'done', whats: 'reserved returned charged' },
    ])
    expect((await messagesOf(tested, customer)).slice(-2)).toMatchObject([
      { state: 'undone' },
      { state: 'paid' },
    ])
    await readAll()
    expect((await checkChain(tested.world.db, tested.world)).disagreement).toBeNull()
  })

  test('what had failed and is lost stays dead: its nonce pays nobody, and those after it are paid', async () => {
    const other = await depositor([{ currency: 'USDT', amount: '20' }])
    await node.pay({ address: tested.world.treasury.address, currency: 'USDT', amount: '20' })
    const { customer, id } = await failing()
    const next = await tested.succeed(transferOut, asked(other, { amount: '11' }), other.token)
    await due(tested)
    await pay()
    await node.reorg(3, 'drop')
    await pay()
    expect(await isFrozen(customer)).toBe(true)
    expect(await openAlarms(tested)).toContain('withdrawal_undone')
    await node.mine(3)
    await pay()
    expect(await detail(id, customer)).toMatchObject({ status: 'failed', reason: 'reverted' })
    expect(await etherAt(customer.address)).toBe(0n)
    expect(await moneyIn(tested, customer, 'ETH')).toEqual({ balance: 100_000_000n, held: 0n })
    expect(await isFrozen(customer)).toBe(false)
    expect((await messagesOf(tested, customer)).slice(-2)).toMatchObject([
      { state: 'undone' },
      { state: 'dead' },
    ])
    expect(await openAlarms(tested)).not.toContain('withdrawal_undone')
    expect(await detail(next.id, other)).toMatchObject({ status: 'done' })
    expect(await tokensAt(other.address)).toBe(10_000_000n)
    await readAll()
    expect((await checkChain(tested.world.db, tested.world)).disagreement).toBeNull()
  })
})
