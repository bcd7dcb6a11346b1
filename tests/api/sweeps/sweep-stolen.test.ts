import { expect, test } from 'vitest'
import { queryTransferIn } from '../../../src/contract/wallet.ts'
import { checkChain } from '../../../src/server/chain/check.ts'
import { holdingsOf, writeOffMissing } from '../../../src/server/chain/sweeps/missing.ts'
import type { DepositWallets } from '../../../src/server/chain/treasury.ts'
import { balanceOf, houseAccount } from '../../../src/server/ledger/ledger.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { deskOn, environment } from '../../fixtures/ops/desk.ts'
import { throughout } from '../../fixtures/throughout.ts'
import {
  agree,
  arrived,
  blocks,
  holdingsOf as holdingsIn,
  onChain,
  openAlarms,
  rich,
  settle,
  startSweepWorld,
  sweep,
  sweepsOf,
} from '../../fixtures/wallet/sweep-world.ts'

const tested = throughout(startSweepWorld)

/** 50 USDT leave an address with its own key, for somebody who is not us. */
async function robbed(address: string): Promise<void> {
  const { derivation } = await tested.db
    .selectFrom('deposit_addresses')
    .select('derivation')
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  const wallet = (tested.world.depositWallets as DepositWallets)(derivation)
  const stolen = { to: `0x${'6'.repeat(40)}`, currency: 'USDT', amountMinor: 50_000_000n } as const
  const { raw } = await wallet.sign(stolen, { nonce: 0, prices: await wallet.prices() })
  expect(await wallet.broadcast(raw)).toBe('taken')
}

test('what an address has paid elsewhere calls a person: it is no sweep, and nothing more is signed for that address', async () => {
  const { userId, address } = await rich(tested)
  await robbed(address)
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

  const at = await deskOn(tested.db, environment(tested.node.settings))
  const writeOff = (operator: string) => at(operator)('sweeps', 'write-off', address)
  expect(await writeOff('ann')).toMatchObject({
    isFailed: false,
    rows: [{ isWrittenOff: false, lost: { USDT: '50' } }],
  })
  expect((await writeOff('ann')).isFailed).toBe(true)
  expect(await openAlarms(tested)).toEqual(['sweep_unknown'])
  // What was counted before another block is not booked: more may have come, and would be lost with it.
  const holdings = await holdingsOf(tested.db, { chain: tested.world.chain, address })
  await blocks(tested, 1)
  await expect(writeOffMissing(tested.db, { chain: tested.world.chain, holdings })).rejects.toThrow('gone on')
  expect(await writeOff('bob')).toMatchObject({ isFailed: false, rows: [{ isWrittenOff: true }] })
  expect((await writeOff('ann')).said).toContain('holds what the books say')
  expect(await openAlarms(tested)).toEqual([])
  const lost = await houseAccount(tested.db, { code: 'theft_loss', currency: 'USDT' })
  expect((await balanceOf(tested.db, lost)).balanceMinor).toBe(-50_000_000n)
  await agree(tested)
  expect(await holdingsIn(tested, userId)).toEqual({ USDT: '200', ETH: '0.01' })
  // What is left is brought away, with the nonce after the strange one, and nobody is called again.
  for (let round = 0; round < 3; round++) {
    await sweep(tested)
    await settle(tested)
  }
  expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
  expect(await onChain(tested, { address, currency: 'USDT' })).toBe(0n)
  expect(await openAlarms(tested)).toEqual([])
  await agree(tested)
})

test('an address that was robbed is given out no more: its customer has another, and what still comes to the old is theirs', async () => {
  const customer = await newCustomer(tested)
  const asked = { currency: 'USDT', chain: tested.world.chain.network }
  const shown = () => tested.succeed(queryTransferIn, asked, customer.token)
  const { address } = await shown()
  await arrived(
    tested,
    { address, currency: 'USDT', amount: '200' },
    { address, currency: 'ETH', amount: '0.01' },
  )
  await robbed(address)
  await blocks(tested, 3)
  await sweep(tested)
  expect(await openAlarms(tested)).toEqual(['sweep_unknown'])
  const next = await shown()
  expect(next.address).not.toBe(address)
  expect((await shown()).address).toBe(next.address)
  expect(next.list.map(({ amount }) => amount)).toEqual(['0.01', '200'])
  await arrived(
    tested,
    { address, currency: 'USDT', amount: '30' },
    { address: next.address, currency: 'USDT', amount: '40' },
  )
  expect(await holdingsIn(tested, customer.userId)).toEqual({ USDT: '270', ETH: '0.01' })
  expect((await shown()).list.map(({ amount }) => amount)).toEqual(
    expect.arrayContaining(['200', '30', '40']),
  )
  expect(await tested.send(queryTransferIn, { ...asked, address }, customer.token)).toMatchObject({
    status: 403,
  })
})
