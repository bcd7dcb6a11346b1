import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookFees } from '../../../src/server/jobs/book-fees.ts'
import { balanceOf, houseAccount } from '../../../src/server/ledger/ledger.ts'
import { tampered } from '../../fixtures/ledger/past.ts'
import { later } from '../../fixtures/wallet/withdrawer.ts'
import { begin, oneDue, tested } from '../../fixtures/wallet/withdrawing.ts'

beforeAll(begin)
afterAll(() => tested.close())

const db = () => tested.world.db
const book = () => bookFees.run(tested.world)
/** In a node in memory everything takes as much gas; in minor units of ether. */
const feeAt = (price: bigint) => (50_000n * price) / 10n ** 10n
const cheap = 1_000_000_000n

/** What the house has paid, by its own account and by that of the chain. */
async function booked(): Promise<bigint> {
  const [fees, chain] = await Promise.all(
    ['network_fees', 'chain'].map(async code => {
      const id = await houseAccount(db(), { code, currency: 'ETH' })
      return (await balanceOf(db(), id)).balanceMinor
    }),
  )
  expect(chain).toBe(-(fees as bigint))
  return chain as bigint
}

/** What was handed to the network is final, and its fee booked. */
async function settled(): Promise<void> {
  tested.node.mine(3)
  await tested.pay()
  await book()
}

test('the fee of a payment is booked once it is final, and once, however many nodes do it', async () => {
  await oneDue()
  await tested.pay()
  tested.node.mine(2)
  await tested.pay()
  await book()
  expect(await booked()).toBe(0n)
  tested.node.mine()
  await tested.pay()
  await Promise.all([1, 2, 3, 4].map(book))
  await book()
  expect(await booked()).toBe(feeAt(cheap))
})

test('one that was signed dearer costs what the network took in the end', async () => {
  const before = await booked()
  await oneDue()
  await tested.pay()
  tested.node.setFloor(3n * cheap)
  await later(tested)
  await tested.pay()
  await settled()
  tested.node.setFloor(cheap)
  expect((await booked()) - before).toBe(feeAt(3n * cheap))
})

/** One that the chain took and undid, and what it has cost. */
async function failed(): Promise<void> {
  const { id } = await oneDue()
  await tested.pay()
  const all = tested.node.balanceOf('USDT')
  tested.node.fund('USDT', -all)
  await settled()
  tested.node.fund('USDT', all)
  const rows = db().selectFrom('withdrawals').select('status').where('id', '=', id)
  expect(await rows.executeTakeFirst()).toEqual({ status: 'failed' })
}

test('one that came to nothing costs its fee all the same', async () => {
  const before = await booked()
  await failed()
  expect((await booked()) - before).toBe(feeAt(cheap))
})

test('where its nonce is used up instead, that costs a fee, and the lost block none', async () => {
  const before = await booked()
  await failed()
  tested.node.setFloor(2n * cheap)
  tested.node.reorg(3, 'drop')
  await tested.pay()
  await book()
  expect(await booked()).toBe(before)
  await tested.pay()
  await settled()
  tested.node.setFloor(cheap)
  expect(tested.node.payments().at(-1)).toMatchObject({ amountMinor: 0n })
  expect((await booked()) - before).toBe(feeAt(2n * cheap))
})

test('what is lost with its block is booked back, and again when it is there again, at the price of then', async () => {
  const before = await booked()
  await oneDue()
  await tested.pay()
  await settled()
  expect((await booked()) - before).toBe(feeAt(cheap))
  tested.node.reorg(3, 'drop')
  await tested.pay()
  await book()
  expect(await booked()).toBe(before)
  tested.node.remember()
  tested.node.setFloor((3n * cheap) / 2n)
  await settled()
  await Promise.all([1, 2].map(book))
  tested.node.setFloor(cheap)
  expect((await booked()) - before).toBe(feeAt((3n * cheap) / 2n))
  const { rows } = await sql<{ gas: string }>`
    select gas_raw::text as gas from withdrawals order by created_at desc limit 1`.execute(db())
  expect(rows).toEqual([{ gas: `${(50_000n * 3n * cheap) / 2n}` }])
})

test('what was paid before fees were booked is booked by and by, once', async () => {
  const all = await booked()
  await tampered(db(), async db => {
    await sql`drop table nonce_fees`.execute(db)
    await sql`delete from entries where transfer_id in (select id from transfers where reason like 'network-fee%')`.execute(
      db,
    )
    await sql`delete from transfers where reason like 'network-fee%'`.execute(db)
    await sql`alter table sweeps drop constraint fee_of_sweep, drop constraint no_fee_of_gas,
      add constraint sweeps_check5 check (status <> 'done' or fee_raw is not null)`.execute(db)
  })
  expect(await booked()).toBe(0n)
  const file = new URL('../../../src/server/migrations/0095-nonce-fees.sql', import.meta.url)
  await sql.raw(await readFile(file, 'utf8')).execute(db())
  await Promise.all([1, 2].map(book))
  await book()
  expect(all).toBeGreaterThan(6n * feeAt(cheap))
  expect(await booked()).toBe(all)
})
