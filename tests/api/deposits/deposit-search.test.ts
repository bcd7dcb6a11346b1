import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '../../../src/contract/call.ts'
import { findDeposit } from '../../../src/contract/deposit-search.ts'
import { queryTransferIn } from '../../../src/contract/wallet.ts'
import { findDeposit as lookFor } from '../../../src/server/chain/deposits/finding.ts'
import { readChain } from '../../../src/server/jobs/read-chain.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { startTestChain, type TestChain } from '../../fixtures/chain/anvil.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

let node: TestChain
let tested: TestWorld
let customer: TestCustomer
let address: string
beforeAll(async () => {
  node = await startTestChain()
  tested = await startWorld({ chain: node.chain })
  customer = await newCustomer(tested)
  address = await addressOf(customer)
})
afterAll(async () => {
  await tested.close()
  await node.close()
})

const search = (input: Record<string, unknown>, { token } = customer) =>
  tested.send(findDeposit, { chain: 'ERC20', ...input }, token)

async function found(txId: string, by = customer): Promise<Output<typeof findDeposit>> {
  const answer = await search({ txId }, by)
  expect(answer).toMatchObject({ code: 1 })
  return (answer as { data: Output<typeof findDeposit> }).data
}

async function addressOf({ token }: TestCustomer): Promise<string> {
  const answer = await tested.send(queryTransferIn, { currency: 'USDT', chain: 'ERC20' }, token)
  return (answer as { data: { address: string } }).data.address
}

const read = () => readChain.run(tested.world)

const alarms = async () =>
  (await tested.world.db.selectFrom('alarms').select(['kind', 'subject']).execute()).filter(
    ({ kind }) => kind === 'deposit_missed',
  )

const unknown = `0x${'0'.repeat(63)}7`
const nothing = { deposits: [], tokens: [], paid: [] }

describe('a deposit that its customer looks for', () => {
  test('is unknown, waits, is read and confirmed: each step is told as it is', async () => {
    expect(await found(unknown)).toEqual({ state: 'unknown', ...nothing })
    const txId = await node.pay({ address, currency: 'USDT', amount: '25' })
    expect(await found(txId)).toEqual({ state: 'waiting', ...nothing })
    await node.mine()
    expect(await found(txId)).toEqual({ state: 'reading', ...nothing })
    await read()
    const deposit = { txId, amount: '25', currency: 'USDT', status: 'seen' }
    expect(await found(txId)).toMatchObject({ state: 'deposited', deposits: [deposit] })
    await node.mine(5)
    await read()
    expect(await found(txId)).toMatchObject({ state: 'deposited', deposits: [{ status: 'credited' }] })
    expect(await alarms()).toEqual([])
  })

  test('is found by its hash without 0x, in capitals, and with blanks around it', async () => {
    const txId = await node.pay({ address, currency: 'USDT', amount: '25' })
    expect(await found(` ${txId.slice(2).toUpperCase()} `)).toMatchObject({ state: 'waiting' })
  })

  test('failed on chain, or is of a token that we do not carry', async () => {
    const failed = await node.pay({ address, currency: 'USDT', amount: '5', kind: 'failed' })
    const wrong = await node.pay({ address, currency: 'USDT', amount: '6', kind: 'wrong-token' })
    await node.mine()
    await read()
    expect(await found(failed)).toEqual({ state: 'failed', ...nothing })
    expect(await found(wrong)).toEqual({ state: 'stray', ...nothing, tokens: [node.contracts.FAKE] })
  })

  test('went to somebody else: they see whom, and nothing of whose that is', async () => {
    const other = await newCustomer(tested)
    const paid = { address: await addressOf(other), currency: 'USDT', amount: '8' } as const
    const txId = await node.pay(paid)
    await node.mine()
    await read()
    expect(await found(txId)).toEqual({ state: 'elsewhere', ...nothing, paid: [paid] })
    expect(await found(txId, other)).toMatchObject({ state: 'deposited', deposits: [{ amount: '8' }] })
  })

  test('is in no books though its block was read: a person is called, once', async () => {
    const txId = await node.pay({ address, currency: 'USDT', amount: '11' })
    await node.mine()
    await read()
    await tested.world.db.deleteFrom('deposits').where('tx_hash', '=', txId).execute()
    expect(await found(txId)).toEqual({ state: 'missed', ...nothing })
    expect(await found(txId)).toMatchObject({ state: 'missed' })
    expect(await alarms()).toEqual([{ kind: 'deposit_missed', subject: txId }])
  })

  test('is read anew while another block than ours has it', async () => {
    const txId = await node.pay({ address, currency: 'USDT', amount: '12' })
    await node.mine()
    await read()
    await tested.world.db.deleteFrom('deposits').where('tx_hash', '=', txId).execute()
    await node.reorg(1, 'return')
    await node.mine()
    expect(await found(txId)).toMatchObject({ state: 'reading' })
  })

  test.each([['no hash'], ['0x12'], [`0x${'g'.repeat(64)}`], [''], [7]])('%s is no hash', async txId => {
    expect(await search({ txId })).toMatchObject({
      key: 'input_invalid',
      data: { fields: { txId: 'txHash' } },
    })
  })

  test('is looked for on our network only, and thirty times an hour', async () => {
    const asker = await newCustomer(tested)
    expect(await search({ txId: unknown, chain: 'TRC20' }, asker)).toMatchObject({
      key: 'currency_unsupported',
    })
    for (let i = 0; i < 30; i++) await found(unknown, asker)
    expect(await search({ txId: unknown }, asker)).toMatchObject({
      key: 'limit_exceeded',
      data: { reason: 'too_often', limit: 30 },
    })
  })

  test('is looked for in as few rows of the books when many blocks were read as when few were', async () => {
    const { db } = tested.world
    const { chain } = node
    const txHash = await node.pay({ address, currency: 'USDT', amount: '6', kind: 'wrong-token' })
    await node.mine()
    await read()
    let rows = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length
        return result
      },
    })
    async function rowsRead() {
      rows = 0
      const transaction = await chain.transactionOf(txHash)
      expect(await lookFor(counted, { chain, userId: customer.userId, txHash, transaction })).toMatchObject({
        state: 'stray',
      })
      return rows
    }
    const few = await rowsRead()
    await node.mine(20)
    await read()
    expect(await rowsRead()).toBe(few)
  })

  test('is not known while the node is silent', async () => {
    const world = await startWorld()
    const { token } = await newCustomer(world)
    const answer = await world.send(findDeposit, { txId: unknown, chain: 'ERC20' }, token)
    expect(answer).toMatchObject({ code: 1, data: { state: 'silent', ...nothing } })
    await world.close()
  })

  test('is not told as one that the node is silent about when our own books are not to be had', async () => {
    const { db } = tested.world
    const asker = await newCustomer(tested)
    await sql`alter table deposits rename to out_of_reach`.execute(db)
    const answer = await search({ txId: unknown }, asker)
    await sql`alter table out_of_reach rename to deposits`.execute(db)
    expect(answer).toMatchObject({ status: 500 })
  })
})
