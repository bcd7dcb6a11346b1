import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { messages } from '../../../src/contract/message.ts'
import { queryTransferIn } from '../../../src/contract/wallet.ts'
import { retireAddress } from '../../../src/server/across/retired-address.ts'
import { checkChain } from '../../../src/server/chain/check.ts'
import { depositAddress } from '../../../src/server/chain/deposits/addresses.ts'
import { holdingsAt, writeOffMissing } from '../../../src/server/chain/sweeps/missing.ts'
import type { DepositWallets } from '../../../src/server/chain/treasury.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { balanceOf, houseAccount } from '../../../src/server/ledger/ledger.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { deskOn, environment } from '../../fixtures/ops/desk.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { newCard } from '../../fixtures/wallet/deposit-world.ts'
import {
  agree,
  arrived,
  blocks,
  holdingsOf,
  onChain,
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
  const holdings = await holdingsAt(tested.db, { chain: tested.world.chain, address })
  await blocks(tested, 1)
  const asked = { chain: tested.world.chain, holdings, retire: retireAddress }
  await expect(writeOffMissing(tested.db, asked)).rejects.toThrow('gone on')
  expect(await writeOff('bob')).toMatchObject({ isFailed: false, rows: [{ isWrittenOff: true }] })
  expect((await writeOff('ann')).said).toContain('holds what the books say')
  expect(await openAlarms(tested)).toEqual([])
  const lost = await houseAccount(tested.db, { code: 'theft_loss', currency: 'USDT' })
  expect((await balanceOf(tested.db, lost)).balanceMinor).toBe(-50_000_000n)
  await agree(tested)
  expect(await holdingsOf(tested, userId)).toEqual({ USDT: '200', ETH: '0.01' })
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
  expect(next.former).toEqual([address])
  expect(next.address).not.toBe(address)
  expect((await shown()).address).toBe(next.address)
  expect(next.list.map(({ amount }) => amount)).toEqual(['0.01', '200'])
  await arrived(
    tested,
    { address, currency: 'USDT', amount: '30' },
    { address: next.address, currency: 'USDT', amount: '40' },
  )
  expect(await holdingsOf(tested, customer.userId)).toEqual({ USDT: '270', ETH: '0.01' })
  expect((await shown()).list.map(({ amount }) => amount)).toEqual(
    expect.arrayContaining(['200', '30', '40']),
  )
  expect(await tested.send(queryTransferIn, { ...asked, address }, customer.token)).toMatchObject({
    status: 403,
  })
})

/** What a customer was told of addresses, newest first. */
async function toldOf({ token }: { token: string }) {
  const { list } = await tested.succeed(messages, { pageSize: 50, page: 1, noticeType: 'deposit' }, token)
  return list.filter(({ params }) => params.state?.startsWith('address'))
}

/** Given out no more, in one commit with what is told of it. */
const retired = (address: string) => transaction(tested.db, db => retireAddress(db, address))

test('whoever has another address is told so, once, and never which one it is', async () => {
  const customer = await newCustomer(tested)
  const { userId } = customer
  const owner = { userId, cardId: null }
  const { chain } = tested.world
  const address = await depositAddress(tested.db, { chain, owner })
  const undone = transaction(tested.db, async db => {
    await retireAddress(db, address)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await toldOf(customer)).toEqual([])
  expect(await depositAddress(tested.db, { chain, owner })).toBe(address)

  await retired(address)
  await retired(address)
  const next = await depositAddress(tested.db, { chain, owner })
  const told = await toldOf(customer)
  expect(told).toMatchObject([
    { kind: 'system', action: `/pages/transferIn/transferIn?coin=USDT&chain=${chain.network}` },
  ])
  expect(told[0]?.content).toContain(address)
  expect(JSON.stringify(told)).not.toContain(next)
})

test('of the address of a card its own page is named; of a card that is over, the wallet', async () => {
  const customer = await newCustomer(tested)
  const { userId } = customer
  const { chain } = tested.world
  const cardId = await newCard(tested.db, userId)
  const next = () => depositAddress(tested.db, { chain, owner: { userId, cardId } })
  await retired(await next())
  expect((await toldOf(customer))[0]).toMatchObject({
    params: { state: 'addressReplaced', last4: expect.any(String) },
    action: `/pages/rechargeCard/rechargeCard?cardId=${cardId}`,
  })

  const last = await next()
  await tested.db.updateTable('cards').set({ status: 'closed' }).where('id', '=', cardId).execute()
  await retired(last)
  expect((await toldOf(customer))[0]).toMatchObject({
    params: { state: 'addressGone', address: last },
    action: `/pages/transferIn/transferIn?coin=USDT&chain=${chain.network}`,
  })
})

test('nobody is told of the address of somebody who is gone', async () => {
  const { userId } = await newCustomer(tested)
  const { chain } = tested.world
  const address = await depositAddress(tested.db, { chain, owner: { userId, cardId: null } })
  await sql`update users set deleted_at = now(), email = null, password_hash = null, nickname = null, pin_hash = null,
    refer_code = null where id = ${userId}`.execute(tested.db)
  await retired(address)
  const told = tested.db.selectFrom('messages').select('id').where('user_id', '=', userId)
  expect(await told.where('notice_type', '=', 'deposit').execute()).toEqual([])
})
