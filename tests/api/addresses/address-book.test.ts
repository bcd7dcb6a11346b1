import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  addressBook,
  checkAddress,
  removeFromAddressBook,
  renameInAddressBook,
  saveToAddressBook,
} from '../../../src/contract/address-book.ts'
import { messages } from '../../../src/contract/message.ts'
import { depositAddress } from '../../../src/server/chain/deposits/addresses.ts'
import { newId } from '../../../src/server/id.ts'
import {
  codeFor,
  customerWithPin,
  funded,
  newCustomer,
  type TestCustomer,
  testPin,
} from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import {
  ask,
  freshCode,
  pass,
  savedBy,
  someAddress,
  startWithdrawalWorld,
} from '../../fixtures/wallet/withdrawer.ts'

const tested = throughout(startWithdrawalWorld)

const book = async ({ token }: TestCustomer) => await tested.succeed(addressBook, {}, token)

async function save(customer: TestCustomer, changed: Record<string, unknown>) {
  const input = {
    chain: 'ERC20',
    address: someAddress(),
    label: 'Ledger',
    code: '000000',
    pin: testPin,
    ...changed,
  }
  return await tested.send(saveToAddressBook, input, customer.token)
}

/** Begins and ends as `address` does, and is another. */
function lookAlike(address: string): string {
  const digits = address.slice(2).toLowerCase()
  return getAddress(`0x${digits.slice(0, 4)}${'0'.repeat(32)}${digits.slice(-4)}`)
}

describe('addressBook/save', () => {
  test('refuses what is no address that money may go to, before anything is compared', async () => {
    const customer = await customerWithPin(tested)
    const { treasury, db } = tested.world
    const ours = someAddress()
    await db
      .insertInto('deposit_addresses')
      .values({
        address: ours,
        network: 'ERC20',
        derivation: 1_000_000,
        user_id: customer.userId,
        card_id: newId(),
        created_at: new Date(),
      })
      .execute()
    const code = await freshCode(tested, customer)
    for (const [address, why] of [
      ['0x123', 'format'],
      ['0x52908400098527886E0F7030069857D2E4169Ee7', 'checksum'],
      ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'other_network'],
      [`0x${'0'.repeat(40)}`, 'nobody'],
      ['0x000000000000000000000000000000000000dEaD', 'nobody'],
      [ours, 'ours'],
      [treasury.address, 'ours'],
    ]) {
      const envelope = await save(customer, { address, code, pin: '999999' })
      expect(envelope, address).toMatchObject({ code: 1408, data: { why } })
    }
    expect(await save(customer, { code, chain: 'TRC20' })).toMatchObject({ code: 1402 })
    expect(await book(customer)).toEqual([])
    // None of it has cost a try of the code.
    expect(await save(customer, { code })).toMatchObject({ code: 1 })
  })

  test('refuses without PIN, with a wrong one, and with a code that is wrong, used or for something else', async () => {
    const bare = await newCustomer(tested)
    expect(await save(bare, {})).toMatchObject({ code: 1103 })
    const customer = await customerWithPin(tested)
    const code = await freshCode(tested, customer)
    const wrong = code === '123456' ? '654321' : '123456'
    expect(await save(customer, { code, pin: '000000' })).toMatchObject({ code: 1102 })
    expect(await save(customer, { code: wrong })).toMatchObject({ code: 1006 })
    const other = await codeFor(tested, { email: customer.email, type: 'tgUnbind' })
    expect(await save(customer, { code: other })).toMatchObject({ code: 1006 })
    expect(await book(customer)).toEqual([])
    expect(await save(customer, { code })).toMatchObject({ code: 1 })
    expect(await save(customer, { code })).toMatchObject({ code: 1006 })
    expect(await book(customer)).toHaveLength(1)
  })

  test('points out an address that looks like one that is or was saved, until it is meant', async () => {
    const customer = await customerWithPin(tested)
    const known = await savedBy(tested, customer, { label: 'Cold wallet' })
    const address = lookAlike(known)
    const resembles = { address: known, label: 'Cold wallet' }
    const alike = { code: 1408, data: { why: 'look_alike', resembles } }
    expect(await save(customer, { address, code: await freshCode(tested, customer) })).toMatchObject(alike)
    expect(await tested.succeed(checkAddress, { chain: 'ERC20', address }, customer.token)).toEqual({
      address,
      problem: 'look_alike',
      looksLike: null,
      resembles,
      saved: null,
    })
    const [{ id } = { id: '' }] = await book(customer)
    await tested.succeed(removeFromAddressBook, { id }, customer.token)
    expect(await save(customer, { address, code: await freshCode(tested, customer) })).toMatchObject(alike)
    // Somebody else knows nothing of it.
    expect(
      await tested.succeed(checkAddress, { chain: 'ERC20', address }, (await customerWithPin(tested)).token),
    ).toMatchObject({ problem: null })
    expect(await book(customer)).toEqual([])
    await savedBy(tested, customer, { address, isMeant: true })
    expect(await book(customer)).toMatchObject([{ address }])
  })

  test('refuses the fifty-first address', async () => {
    const customer = await customerWithPin(tested)
    await sql`insert into saved_addresses (id, user_id, network, address, label, usable_at)
      select gen_random_uuid(), ${customer.userId}, 'ERC20', 'address-' || n, 'Many', now()
      from generate_series(1, 50) n`.execute(tested.world.db)
    const envelope = await save(customer, { code: await freshCode(tested, customer) })
    expect(envelope).toMatchObject({ code: 1411, data: { which: 'addresses', limit: '50' } })
    expect(await book(customer)).toHaveLength(50)
  })

  test('of five at once with one code saves one', async () => {
    const customer = await customerWithPin(tested)
    const code = await freshCode(tested, customer)
    const envelopes = await Promise.all(Array.from({ length: 5 }, () => save(customer, { code })))
    expect(envelopes.filter(envelope => 'code' in envelope && envelope.code === 1)).toHaveLength(1)
    expect(await book(customer)).toHaveLength(1)
  })

  test('keeps the address with its checksum, to be used after 24 hours, and tells of it by mail and message', async () => {
    const customer = await customerWithPin(tested)
    const address = someAddress()
    const code = await freshCode(tested, customer)
    const letters = () => tested.letters.filter(({ to }) => to === customer.email)
    expect(letters().map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('save a withdrawal address'),
    )
    const saved = await tested.succeed(
      saveToAddressBook,
      { chain: 'ERC20', address: ` ${address.toLowerCase()} `, label: 'Ledger', code, pin: testPin },
      customer.token,
    )
    expect(saved).toMatchObject({ address, label: 'Ledger', isUsable: false, lastUseTime: null })
    const hours = (Date.parse(saved.usableTime) - Date.parse(saved.createTime)) / 3_600_000
    expect(hours).toBe(24)
    expect(saved.leftSeconds).toBeGreaterThan(86_300)
    expect(saved.leftSeconds).toBeLessThanOrEqual(86_400)
    await tested.work()
    const ends = `${address.slice(0, 8)}…${address.slice(-6)}`
    expect(letters()).toContainEqual(
      expect.objectContaining({
        subject: expect.stringContaining('saved'),
        text: expect.stringContaining(`Ledger · ERC20 · ${ends}`),
      }),
    )
    const { list } = await tested.succeed(messages, { pageSize: 1, page: 1 }, customer.token)
    expect(list[0]).toMatchObject({ noticeType: 'security', content: expect.stringContaining(ends) })
  })

  test('of an address that is saved changes its label, and it waits no longer', async () => {
    const customer = await customerWithPin(tested)
    const address = await savedBy(tested, customer)
    await pass(tested, '20 hours')
    const [before] = await book(customer)
    await savedBy(tested, customer, { address, label: 'Renamed' })
    // The seconds that are left are fewer with every look.
    const leftSeconds = expect.any(Number)
    expect(await book(customer)).toEqual([{ ...before, label: 'Renamed', leftSeconds }])
  })
})

describe('addressBook/check', () => {
  test('tells what an address is, and which network it belongs to', async () => {
    const customer = await customerWithPin(tested)
    const check = (address: string) =>
      tested.succeed(checkAddress, { chain: 'ERC20', address }, customer.token)
    expect(await check('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')).toMatchObject({
      problem: 'other_network',
      looksLike: 'TRC20',
    })
    expect(await check(tested.world.treasury.address)).toMatchObject({ problem: 'ours' })
    const address = someAddress()
    expect(await check(address.toLowerCase())).toEqual({
      address,
      problem: null,
      looksLike: null,
      resembles: null,
      saved: null,
    })
    await savedBy(tested, customer, { address })
    expect(await check(address)).toMatchObject({ problem: null, saved: { address, isUsable: false } })
    const envelope = await tested.send(checkAddress, { chain: 'BTC', address }, customer.token)
    expect(envelope).toMatchObject({ code: 1402 })
  })
})

describe('addressBook/rename', () => {
  test("refuses another's address, a wrong PIN and no name, and changes nothing", async () => {
    const [customer, other] = [await customerWithPin(tested), await customerWithPin(tested)]
    await savedBy(tested, customer, { label: 'Ledger' })
    const [{ id } = { id: '' }] = await book(customer)
    const rename = (fields: object, { token } = customer) =>
      tested.send(renameInAddressBook, { id, label: 'Cold', pin: testPin, ...fields }, token)
    const foreign = await rename({}, other)
    expect(foreign).toMatchObject({ status: 403 })
    expect(await rename({ id: randomUUID() }, other)).toEqual(foreign)
    expect(await rename({ pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
    expect(await rename({ label: '  ' })).toMatchObject({ key: 'input_invalid' })
    expect(await book(customer)).toMatchObject([{ label: 'Ledger' }])
  })

  test('gives it the name, and it may be used when it could before', async () => {
    const customer = await customerWithPin(tested)
    await savedBy(tested, customer, { label: 'Ledger' })
    const [before] = await book(customer)
    const input = { id: before?.id, label: ' 冷钱包 ', pin: testPin }
    const renamed = await tested.succeed(renameInAddressBook, input, customer.token)
    expect({ ...renamed, leftSeconds: 0 }).toEqual({ ...before, label: '冷钱包', leftSeconds: 0 })
    expect(await book(customer)).toMatchObject([{ label: '冷钱包' }])
  })
})

describe('addressBook/delete', () => {
  test("refuses another's address and one that is nowhere alike", async () => {
    const [customer, other] = [await customerWithPin(tested), await customerWithPin(tested)]
    await savedBy(tested, customer)
    const [{ id } = { id: '' }] = await book(customer)
    const foreign = await tested.send(removeFromAddressBook, { id }, other.token)
    const missing = await tested.send(removeFromAddressBook, { id: randomUUID() }, other.token)
    expect(foreign).toMatchObject({ status: 403 })
    expect(missing).toEqual(foreign)
    expect(await book(customer)).toHaveLength(1)
    expect(await book(other)).toEqual([])
  })

  test('takes it out; saved again, it waits again', async () => {
    const customer = await customerWithPin(tested)
    const address = await savedBy(tested, customer)
    await pass(tested, '25 hours')
    const [row] = await book(customer)
    expect(row).toMatchObject({ isUsable: true })
    await tested.succeed(removeFromAddressBook, { id: row?.id }, customer.token)
    expect(await tested.send(removeFromAddressBook, { id: row?.id }, customer.token)).toMatchObject({
      status: 403,
    })
    expect(await book(customer)).toEqual([])
    await savedBy(tested, customer, { address })
    expect(await book(customer)).toMatchObject([{ address, isUsable: false }])
  })
})

describe('addressBook/list', () => {
  test('gives those used last first, of one network or all', async () => {
    const customer = await customerWithPin(tested)
    await funded(tested, { userId: customer.userId, amountMinor: 100_000_000n })
    const first = await savedBy(tested, customer)
    const second = await savedBy(tested, customer)
    await pass(tested, '25 hours')
    expect((await book(customer)).map(({ address }) => address)).toEqual([second, first])
    await ask(tested, { ...customer, address: first })
    expect(await book(customer)).toMatchObject([
      { address: first, lastUseTime: expect.any(String) },
      { address: second, lastUseTime: null },
    ])
    expect(await tested.succeed(addressBook, { chain: 'TRC20' }, customer.token)).toEqual([])
  })
})

test('a deposit address is ours whoever it belongs to', async () => {
  const [customer, other] = [await customerWithPin(tested), await customerWithPin(tested)]
  const { db, chain } = tested.world
  const addressOf = () => someAddress()
  const owner = { userId: other.userId, cardId: null }
  const address = await depositAddress(db, { chain: { ...chain, addressOf }, owner })
  expect(await tested.succeed(checkAddress, { chain: 'ERC20', address }, customer.token)).toMatchObject({
    problem: 'ours',
  })
})
