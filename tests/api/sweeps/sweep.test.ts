import { afterEach, describe, expect, test } from 'vitest'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import { throughout } from '../../fixtures/throughout.ts'
import {
  agree,
  arrived,
  blocks,
  depositor,
  feesBooked,
  holdingsOf,
  onChain,
  settle,
  startSweepWorld,
  sweep,
  sweepsOf,
} from '../../fixtures/wallet/sweep-world.ts'

const tested = throughout(startSweepWorld)
afterEach(() => agree(tested))

const usdt = (address: string) => onChain(tested, { address, currency: 'USDT' })
const wei = (address: string) => onChain(tested, { address, currency: 'ETH' })
const hot = () => tested.world.treasury.address
const depositsOf = async (userId: string) =>
  (
    await tested.db
      .selectFrom('deposits')
      .select(['currency', 'status'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ currency, status }) => `${currency} ${status}`)

describe('a sweep', () => {
  test('leaves alone what is not credited, and what is not worth its fee', async () => {
    const { address } = await depositor(tested)
    const { address: small } = await depositor(tested)
    await tested.node.pay({ address, currency: 'USDT', amount: '500' })
    await arrived(tested, { address: small, currency: 'USDT', amount: '99.999999' })
    await tested.node.pay({ address: small, currency: 'USDT', amount: '500' })
    await blocks(tested, 2)
    await sweep(tested)
    expect(await sweepsOf(tested, small)).toEqual([])
    // The first of them is deep enough now.
    expect(await sweepsOf(tested, address)).toEqual(['gas sent ETH'])
    await settle(tested)
  })

  test('of a token whose address has no ether: it is given gas, which is no deposit, and all of it is moved', async () => {
    const { userId, address } = await depositor(tested)
    const before = { usdt: await usdt(hot()), fees: await feesBooked(tested) }
    await arrived(tested, { address, currency: 'USDT', amount: '250.5' })
    await sweep(tested)
    expect(await sweepsOf(tested, address)).toEqual(['gas sent ETH'])
    expect((await agree(tested)).moving).toBeGreaterThan(0n)
    await settle(tested)
    await agree(tested)
    expect(await depositsOf(userId)).toEqual(['USDT credited'])

    // What it was given for begins at once.
    expect(await sweepsOf(tested, address)).toEqual(['gas done ETH', 'sweep sent USDT'])
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['gas done ETH', 'sweep done USDT'])
    expect(await usdt(address)).toBe(0n)
    expect((await usdt(hot())) - before.usdt).toBeGreaterThanOrEqual(250_500_000n)
    expect(await holdingsOf(tested, userId)).toEqual({ USDT: '250.5' })
    expect(await depositsOf(userId)).toEqual(['USDT credited'])
    expect(await feesBooked(tested)).toBeGreaterThan(before.fees)
    // Swept, it stays so: nothing more is signed.
    const all = (await tested.db.selectFrom('sweeps').select('id').execute()).length
    await sweep(tested)
    expect(await tested.db.selectFrom('sweeps').select('id').execute()).toHaveLength(all)
    expect(await openAlarms(tested)).toEqual([])
  })

  test('of ether, at the address of a card too: its fee is ours, and the customer has what came', async () => {
    const { userId, address, cardAddress } = await depositor(tested)
    await arrived(
      tested,
      { address, currency: 'ETH', amount: '0.123456789123456789' },
      { address: cardAddress, currency: 'ETH', amount: '0.2' },
    )
    const [before, fees] = [await wei(hot()), await feesBooked(tested)]
    await sweep(tested)
    await settle(tested)
    for (const at of [address, cardAddress]) expect(await sweepsOf(tested, at)).toEqual(['sweep done ETH'])
    // What its fee might have taken is left, and no more.
    expect(await wei(address)).toBeLessThan(10n ** 15n)
    expect((await wei(hot())) - before).toBeGreaterThan(32n * 10n ** 16n)
    expect(await holdingsOf(tested, userId)).toEqual({ ETH: '0.32345678' })
    const rows = await tested.db
      .selectFrom('sweeps')
      .select('fee_minor')
      .where('address', 'in', [address, cardAddress])
      .execute()
    const cost = rows.reduce((sum, { fee_minor }) => sum + (fee_minor ?? 0n), 0n)
    expect((await feesBooked(tested)) - fees).toBe(cost)
  })

  test('of two coins at one address takes one at a time, the token from the ether that is there', async () => {
    const { userId, address } = await depositor(tested)
    await arrived(
      tested,
      { address, currency: 'USDT', amount: '300' },
      { address, currency: 'ETH', amount: '0.5' },
    )
    for (let round = 0; round < 2; round++) {
      await sweep(tested)
      // Asked again while one is on its way, nothing is signed beside it.
      await sweep(tested)
      await settle(tested)
    }
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT', 'sweep done ETH'])
    expect(await usdt(address)).toBe(0n)
    expect(await holdingsOf(tested, userId)).toEqual({ USDT: '300', ETH: '0.5' })
  })

  test('does not lose what arrives meanwhile: it is credited, and swept when its time comes', async () => {
    const { userId, address } = await depositor(tested)
    await arrived(
      tested,
      { address, currency: 'USDT', amount: '150' },
      { address, currency: 'ETH', amount: '0.04' },
    )
    await sweep(tested)
    await tested.node.pay({ address, currency: 'USDT', amount: '120' })
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
    expect(await usdt(address)).toBe(120_000_000n)
    await blocks(tested, 1)
    expect(await holdingsOf(tested, userId)).toEqual({ USDT: '270', ETH: '0.04' })
    await sweep(tested)
    await settle(tested)
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT', 'sweep done USDT'])
    expect(await usdt(address)).toBe(0n)
  })

  test('waits while gas is dear', async () => {
    const { address } = await depositor(tested)
    await arrived(tested, { address, currency: 'USDT', amount: '400' })
    const dear = { ...tested.world.treasury }
    dear.prices = async () => ({ maxFeePerGas: 12_000_000_001n, maxPriorityFeePerGas: 3_000_000_000n })
    await sweep(tested, { treasury: dear })
    expect(await sweepsOf(tested, address)).toEqual([])
    await sweep(tested)
    expect(await sweepsOf(tested, address)).toEqual(['gas sent ETH'])
    await settle(tested)
  })
})
