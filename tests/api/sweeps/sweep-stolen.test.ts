import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkChain } from '../../../src/server/chain/check.ts'
import type { DepositWallets } from '../../../src/server/chain/treasury.ts'
import {
  openAlarms,
  rich,
  type SweepWorld,
  settle,
  startSweepWorld,
  sweep,
  sweepsOf,
} from '../../fixtures/wallet/sweep-world.ts'

let tested: SweepWorld
beforeAll(async () => {
  tested = await startSweepWorld()
})
afterAll(() => tested.close())

test('what an address has paid elsewhere calls a person: it is no sweep, and nothing more is signed for that address', async () => {
  const { address } = await rich(tested)
  const { derivation } = await tested.db
    .selectFrom('deposit_addresses')
    .select('derivation')
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  const wallet = (tested.world.depositWallets as DepositWallets)(derivation)
  const stolen = { to: `0x${'6'.repeat(40)}`, currency: 'USDT', amountMinor: 50_000_000n } as const
  const { raw } = await wallet.sign(stolen, { nonce: 0, prices: await wallet.prices() })
  expect(await wallet.broadcast(raw)).toBe('taken')
  await sweep(tested)
  expect(await sweepsOf(tested, address)).toEqual([])
  await settle(tested)
  await sweep(tested)
  expect(await sweepsOf(tested, address)).toEqual([])
  expect(await openAlarms(tested)).toEqual(['sweep_unknown'])
  expect((await checkChain(tested.db, tested.world)).disagreement).toMatchObject({
    rule: 'a deposit address holds what its deposits brought, less what was swept',
    id: `${address} USDT`,
  })
})
