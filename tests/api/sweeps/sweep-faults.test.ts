import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { carrySweeps } from '../../../src/server/jobs/carry-sweeps.ts'
import { sweepDeposits } from '../../../src/server/jobs/sweep-deposits.ts'
import { losingBetween } from '../../fixtures/chain/lost-between.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import { throughout } from '../../fixtures/throughout.ts'
import {
  agree,
  arrived,
  blocks,
  bytesOf,
  depositor,
  feesBooked,
  holdingsOf,
  later,
  onChain,
  rich,
  settle,
  startSweepWorld,
  sweep,
  sweepsOf,
} from '../../fixtures/wallet/sweep-world.ts'

const tested = throughout(startSweepWorld)
afterEach(() => agree(tested))

const usdt = (address: string) => onChain(tested, { address, currency: 'USDT' })
const hot = () => tested.world.treasury.address

describe('a node that dies', () => {
  test('between signing and handing on: another one hands on the same bytes, once', async () => {
    const { address } = await rich(tested)
    const before = await usdt(hot())
    await sweepDeposits.run(tested.world)
    const { txHash, raw } = await bytesOf(tested, address)
    await sweepDeposits.run(tested.world)
    await carrySweeps.run(tested.world)
    expect(await bytesOf(tested, address)).toEqual({ txHash, raw })
    expect(await tested.node.rpc('eth_getTransactionByHash', txHash)).not.toBeNull()
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
    expect((await usdt(hot())) - before).toBe(200_000_000n)
  })

  test('between handing on and booking: it is found, booked once, and not signed again', async () => {
    const { address } = await rich(tested)
    const [before, fees] = [await usdt(hot()), await feesBooked(tested)]
    await sweepDeposits.run(tested.world)
    // Handed on, and nobody has written it down.
    await tested.world.treasury.broadcast((await bytesOf(tested, address)).raw)
    await blocks(tested, 3)
    await Promise.all([1, 2, 3].map(() => carrySweeps.run(tested.world)))
    await sweep(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
    expect((await usdt(hot())) - before).toBe(200_000_000n)
    const { fee_minor } = await tested.db
      .selectFrom('sweeps')
      .select('fee_minor')
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
    expect((await feesBooked(tested)) - fees).toBe(fee_minor)
  })

  test('two at once sign one sweep of an address, and one gas for another', async () => {
    const [{ address }, { address: poor }] = [await rich(tested), await depositor(tested)]
    await arrived(tested, { address: poor, currency: 'USDC', amount: '100' })
    await Promise.all([1, 2, 3, 4].map(() => sweepDeposits.run(tested.world)))
    expect(await sweepsOf(tested, address)).toEqual(['sweep sent USDT'])
    expect(await sweepsOf(tested, poor)).toEqual(['gas sent ETH'])
    await carrySweeps.run(tested.world)
    await settle(tested)
    await sweep(tested)
    await settle(tested)
    expect(await sweepsOf(tested, poor)).toEqual(['gas done ETH', 'sweep done USDC'])
  })
})

describe('a chain that', () => {
  test('forgets what waits is handed the same bytes again', async () => {
    const { address } = await rich(tested)
    await sweep(tested)
    const { txHash } = await bytesOf(tested, address)
    await tested.node.rpc('anvil_dropAllTransactions')
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep sent USDT'])
    await later(tested, 6)
    await carrySweeps.run(tested.world)
    expect((await bytesOf(tested, address)).txHash).toBe(txHash)
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
  })

  test('loses a block, of what was final too, has it again, and its fee is booked once', async () => {
    const { userId, address } = await rich(tested)
    const fees = await feesBooked(tested)
    await blocks(tested, 4)
    await sweep(tested)
    await blocks(tested, 2)
    await carrySweeps.run(tested.world)
    await tested.node.reorg(2, 'drop')
    await blocks(tested, 1)
    await carrySweeps.run(tested.world)
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
    const booked = await feesBooked(tested)
    expect(booked).toBeGreaterThan(fees)

    await tested.node.reorg(4, 'drop')
    await blocks(tested, 1)
    expect(await sweepsOf(tested, address)).toEqual(['sweep sent USDT'])
    expect(await feesBooked(tested)).toBe(fees)
    expect(await usdt(address)).toBe(200_000_000n)
    await carrySweeps.run(tested.world)
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
    expect(await usdt(address)).toBe(0n)
    expect(await feesBooked(tested)).toBeGreaterThan(fees)
    expect(await holdingsOf(tested, userId)).toEqual({ USDT: '200', ETH: '0.01' })
    expect(await openAlarms(tested)).toEqual([])
  })

  test('loses the block of a sweep in the moment of its end has it on its way still, and booked once it stays', async () => {
    const { address } = await rich(tested)
    const fees = await feesBooked(tested)
    await blocks(tested, 4)
    await sweep(tested)
    await blocks(tested, 3)
    const lose = async () => {
      await tested.node.reorg(3, 'drop')
      await blocks(tested, 1)
    }
    const world = losingBetween(tested.world, lose)
    await expect(carrySweeps.run(world)).rejects.toThrow('to the reader')
    expect(await sweepsOf(tested, address)).toEqual(['sweep sent USDT'])
    expect(await feesBooked(tested)).toBe(fees)
    expect(await usdt(address)).toBe(200_000_000n)
    await later(tested, 6)
    await carrySweeps.run(tested.world)
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
    expect(await usdt(address)).toBe(0n)
    expect(await openAlarms(tested)).toEqual([])
  })

  test('lets one come to nothing costs its fee, and leaves its address alone until a person has looked', async () => {
    const { address } = await rich(tested)
    await sweepDeposits.run(tested.world)
    const { USDT } = tested.node.contracts
    const code = await tested.node.rpc<string>('eth_getCode', USDT, 'latest')
    await carrySweeps.run(tested.world)
    await tested.node.rpc('anvil_setCode', USDT, '0x60006000fd')
    await blocks(tested, 1)
    await tested.node.rpc('anvil_setCode', USDT, code)
    await settle(tested)
    await sweep(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep failed USDT'])
    expect(await openAlarms(tested)).toEqual(['sweep_failed'])
    await sql`update alarms set settled_at = now() where kind = 'sweep_failed'`.execute(tested.db)
    await sweep(tested)
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep failed USDT', 'sweep done USDT'])
    expect(await usdt(address)).toBe(0n)
  })

  test('becomes dearer is paid more for gas with the same nonce, so that nothing waits behind it', async () => {
    const { address } = await depositor(tested)
    await arrived(tested, { address, currency: 'USDT', amount: '200' })
    await sweep(tested)
    const first = await bytesOf(tested, address)
    const dear = (await tested.world.treasury.prices()).maxFeePerGas * 3n
    await tested.node.rpc('anvil_setNextBlockBaseFeePerGas', `0x${dear.toString(16)}`)
    await tested.node.mine()
    await later(tested, 20)
    await carrySweeps.run(tested.world)
    const attempts = await tested.db
      .selectFrom('sweep_attempts')
      .innerJoin('sweeps', 'sweeps.id', 'sweep_id')
      .select(['number', 'sweeps.nonce', 'sweep_attempts.tx_hash'])
      .where('address', '=', address)
      .orderBy('number')
      .execute()
    expect(attempts.map(({ number }) => number)).toEqual([1, 2])
    expect(attempts[0]?.tx_hash).toBe(first.txHash)
    await settle(tested)
    await sweep(tested)
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['gas done ETH', 'sweep done USDT'])
  })
})
