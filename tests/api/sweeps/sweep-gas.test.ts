import { toHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { queryTransferIn } from '../../../src/contract/wallet.ts'
import { transferOut } from '../../../src/contract/withdrawal.ts'
import { depositBooks } from '../../../src/server/across/deposit-books.ts'
import { evmChain } from '../../../src/server/chain/chains/evm.ts'
import { readOn } from '../../../src/server/chain/deposits/reader.ts'
import { signOn } from '../../../src/server/chain/nonces.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { payWithdrawals } from '../../../src/server/jobs/pay-withdrawals.ts'
import { sweepDeposits } from '../../../src/server/jobs/sweep-deposits.ts'
import { newCustomer, withPin } from '../../fixtures/account/customer.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import { throughout } from '../../fixtures/throughout.ts'
import {
  agree,
  arrived,
  depositor,
  holdingsOf,
  settle,
  startSweepWorld,
  sweep,
  sweepsOf,
} from '../../fixtures/wallet/sweep-world.ts'
import { asked, due, pass, savedBy, statusOf } from '../../fixtures/wallet/withdrawer.ts'

const tested = throughout(startSweepWorld)
afterEach(() => agree(tested))

test('gas takes its turn with withdrawals: one that is due goes first, and both are paid', async () => {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  const input = { currency: 'USDT', chain: 'ERC20' }
  const { address: own } = await tested.succeed(queryTransferIn, input, customer.token)
  await arrived(tested, { address: own, currency: 'USDT', amount: '300' })
  const hot = tested.world.treasury.address
  await tested.node.pay({ address: hot, currency: 'USDT', amount: '100' })
  await tested.node.mine()
  const address = await savedBy(tested, customer)
  await pass(tested, '25 hours')
  const { id } = await tested.succeed(transferOut, asked({ ...customer, address }), customer.token)
  await due(tested)
  await sweep(tested)
  expect(await sweepsOf(tested, own)).toEqual([])

  await payWithdrawals.run(tested.world)
  await sweep(tested)
  expect(await sweepsOf(tested, own)).toEqual(['gas sent ETH'])
  const other = await tested.succeed(transferOut, asked({ ...customer, address }), customer.token)
  await due(tested)
  await tested.node.pay({ address: hot, currency: 'USDT', amount: '100' })
  await settle(tested)
  await payWithdrawals.run(tested.world)
  await settle(tested)
  await payWithdrawals.run(tested.world)
  for (const one of [id, other.id]) expect(await statusOf(tested, one, customer.token)).toBe('done')
  await sweep(tested)
  await settle(tested)
  expect(await sweepsOf(tested, own)).toEqual(['gas done ETH', 'sweep done USDT'])
  expect(await holdingsOf(tested, customer.userId)).toEqual({ USDT: '100' })
  expect(await tested.world.treasury.minedCount()).toBe(3)
})

test('gas is no deposit, by who sent it and by the books: either would do', async () => {
  const { userId, address } = await depositor(tested)
  await arrived(tested, { address, currency: 'USDT', amount: '100' })
  await sweep(tested)
  await tested.node.mine()
  const { chain } = tested.world
  const [height, ours] = [await chain.head(), async () => new Set([address])]
  expect((await chain.block(height, ours))?.transfers).toEqual([])
  // To this one our wallet is a stranger: it has another address by now.
  const other = evmChain(tested.node.settings)
  expect((await other.block(height, ours))?.transfers).toMatchObject([{ to: address, currency: 'ETH' }])
  await tested.node.mine(3)
  const reading = { db: tested.db, chain: other, books: depositBooks(chain), isSandbox: false }
  while ((await readOn(reading)) === 'advanced');
  await settle(tested)
  await sweep(tested)
  await settle(tested)
  expect(await sweepsOf(tested, address)).toEqual(['gas done ETH', 'sweep done USDT'])
  expect(await holdingsOf(tested, userId)).toEqual({ USDT: '100' })
})

test('a hot wallet without ether calls a person, and goes on when it has some', async () => {
  const { address } = await depositor(tested)
  await arrived(tested, { address, currency: 'USDC', amount: '100' })
  const { address: hot } = tested.world.treasury
  await tested.node.rpc('anvil_setBalance', hot, toHex(10n ** 12n))
  await sweep(tested)
  expect(await sweepsOf(tested, address)).toEqual([])
  expect(await openAlarms(tested)).toEqual(['sweeps_waiting'])
  await tested.node.rpc('anvil_setBalance', hot, toHex(10n ** 18n))
  await sweep(tested)
  expect(await openAlarms(tested)).toEqual([])
  await settle(tested)
  await sweep(tested)
  await settle(tested)
  expect(await sweepsOf(tested, address)).toEqual(['gas done ETH', 'sweep done USDC'])
})

test('what has used the nonce of gas is looked into before anything is signed, and two people decide', async () => {
  const [one, other] = [await depositor(tested), await depositor(tested)]
  await arrived(tested, { address: one.address, currency: 'USDC', amount: '100' })
  await sweepDeposits.run(tested.world)
  const { treasury } = tested.world
  const nothing = { to: treasury.address, currency: 'ETH', amountMinor: 0n } as const
  const terms = { nonce: await treasury.minedCount(), prices: await treasury.prices() }
  expect(await treasury.broadcast((await treasury.sign(nothing, terms)).raw)).toBe('taken')
  await arrived(tested, { address: other.address, currency: 'USDC', amount: '100' })
  await sweepDeposits.run(tested.world)
  expect(await sweepsOf(tested, other.address)).toEqual([])
  await settle(tested)
  expect(await sweepsOf(tested, one.address)).toEqual(['gas failed ETH'])
  expect(await openAlarms(tested)).toEqual(['sweep_failed', 'hot_wallet_used'])
  await sweep(tested)
  expect(await sweepsOf(tested, other.address)).toEqual([])
  await transaction(tested.db, db => signOn(db, treasury.network))
  await sweep(tested)
  await settle(tested)
  await sweep(tested)
  await settle(tested)
  expect(await sweepsOf(tested, other.address)).toEqual(['gas done ETH', 'sweep done USDC'])
  expect(await sweepsOf(tested, one.address)).toEqual(['gas failed ETH'])
})
