import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getUser, login } from '../../../src/contract/account.ts'
import { saveToAddressBook } from '../../../src/contract/address-book.ts'
import { userBill } from '../../../src/contract/bill.ts'
import type { Call } from '../../../src/contract/call.ts'
import { openCard } from '../../../src/contract/card.ts'
import { cardSecret, closeCard } from '../../../src/contract/card-control.ts'
import { deleteAccount } from '../../../src/contract/deletion.ts'
import { messages } from '../../../src/contract/message.ts'
import { unfreezeAccount } from '../../../src/contract/safety.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../../src/contract/wallet.ts'
import { transferOut } from '../../../src/contract/withdrawal.ts'
import { deleteUsers } from '../../../src/server/jobs/delete-users.ts'
import { codeFor, newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  freezeBy,
  frozenByOf,
  startFreezeWorld,
  unfreeze,
  unfreezeCode,
} from '../../fixtures/account/frozen.ts'
import {
  ask,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { asked, pass, savedBy, someAddress } from '../../fixtures/wallet/withdrawer.ts'

const tested = throughout(startFreezeWorld)

interface Holder extends TestCustomer {
  card: TestCard
  address: string
}

/** A customer with money in the wallet and on a card, and an address that may be withdrawn to. */
async function holder(): Promise<Holder> {
  const customer = await readyCustomer(tested, '500')
  const card = await openedCard(tested, customer, { rechargeAmount: '100' })
  const address = await savedBy(tested, customer)
  await pass(tested, '24 hours 1 minute')
  return { ...customer, card, address }
}

const money = (customer: Holder) => moneyOf(tested, customer, customer.card)

const keyOf = async (call: Call, input: object, { token }: TestCustomer) => {
  const envelope = await tested.send(call, { ...input }, token)
  return 'key' in envelope ? [envelope.key, envelope.data] : [null, null]
}

const recharge = ({ card }: Holder) => ({
  cardId: card.cardId,
  amount: '12',
  currency: 'USDT',
  pin: testPin,
  requestId: randomUUID(),
})

async function lettersOf({ email }: TestCustomer, about: RegExp) {
  await tested.work()
  return tested.letters.filter(({ to, subject }) => to === email && about.test(subject))
}

describe('unfreezing is refused', () => {
  test('without every secret, one wrong is enough, and all stands still as before', async () => {
    const customer = await holder()
    await freezeBy(tested, customer)
    const { password } = customer
    const missing = (input: object) => keyOf(unfreezeAccount, input, customer)
    expect(await missing({ code: '000000', password })).toEqual([
      'input_invalid',
      { fields: { pin: 'required' } },
    ])
    expect(await missing({ code: '000000', pin: testPin })).toEqual([
      'input_invalid',
      { fields: { password: 'required' } },
    ])
    const code = await unfreezeCode(tested, customer)
    const wrong = code === '111111' ? '222222' : '111111'
    const tries = [
      [{ code: wrong, pin: testPin, password }, 'code_incorrect'],
      [{ code, pin: testPin, password: 'porcelain2' }, 'credentials_wrong'],
      [{ code, pin: '135790', password }, 'pin_incorrect'],
    ] as const
    for (const [input, key] of tries) expect((await missing(input))[0]).toBe(key)
    expect(await frozenByOf(tested, customer)).toBe('customer')
    expect((await keyOf(convertToCardBalance, recharge(customer), customer))[0]).toBe('account_frozen')
    // The code was good for five tries and is not used up by wrong secrets.
    await tested.succeed(unfreezeAccount, { code, pin: testPin, password }, customer.token)
    expect((await keyOf(unfreezeAccount, { code, pin: testPin, password }, customer))[0]).toBeNull()
  })

  test('by a code for something else', async () => {
    const customer = await holder()
    await freezeBy(tested, customer)
    const code = await codeFor(tested, { email: customer.email, type: 'updatePinCode' })
    const input = { code, pin: testPin, password: customer.password }
    expect((await keyOf(unfreezeAccount, input, customer))[0]).toBe('code_incorrect')
    expect(await frozenByOf(tested, customer)).toBe('customer')
  })
})

describe('a frozen account', () => {
  test('moves no money, shows no card and saves no address, in old sessions and new ones', async () => {
    const customer = await holder()
    const { card } = customer
    const other = await tested.succeed(login, { email: customer.email, password: customer.password })
    const before = await money(customer)
    await freezeBy(tested, customer)
    const pin = testPin
    const decided = () => ({ pin, requestId: randomUUID() })
    const address = { chain: 'ERC20', address: someAddress(), label: 'New', code: '000000', pin }
    const calls: [Call, object][] = [
      [transferOut, asked(customer)],
      [convertToCardBalance, recharge(customer)],
      [convertToMasterBalance, { cardId: card.cardId, amount: '5', currency: 'USD', ...decided() }],
      [convertToMasterBalance, { currency: 'ETH', amount: '1', quoteId: randomUUID(), ...decided() }],
      [openCard, { cardTypeId: 'celadon', rechargeAmount: '10', ...decided() }],
      [closeCard, { id: card.cardId, ...decided() }],
      [cardSecret, { id: card.cardId, pin, proof: randomUUID() }],
      [saveToAddressBook, address],
    ]
    const fresh = await tested.succeed(login, { email: customer.email, password: customer.password })
    for (const token of [customer.token, fresh.token]) {
      for (const [call, input] of calls)
        expect(await keyOf(call, input, { ...customer, token }), call.path).toEqual([
          'account_frozen',
          { by: 'customer' },
        ])
    }
    expect(await money(customer)).toEqual(before)
    expect(tested.issuer.cards.size).toBeGreaterThan(0)
    const views = await sql`select from card_views where card_id = ${card.cardId}`.execute(tested.world.db)
    expect(views.rows).toHaveLength(0)
    expect(await tested.send(getUser, {}, other.token)).toMatchObject({ status: 401 })
  })

  test('gives the first answer to what was decided before', async () => {
    const customer = await holder()
    const input = recharge(customer)
    const first = await tested.succeed(convertToCardBalance, input, customer.token)
    await freezeBy(tested, customer)
    expect(await tested.succeed(convertToCardBalance, input, customer.token)).toEqual(first)
    const after = await money(customer)
    expect((await keyOf(convertToCardBalance, { ...input, amount: '13' }, customer))[0]).toBe(
      'request_changed',
    )
    expect(await money(customer)).toEqual(after)
  })

  test('pays nothing by card, raises of what it holds included, and says why; what was approved is cleared', async () => {
    const customer = await holder()
    const { card } = customer
    const approved = question(card, { amount: '20.00' })
    expect(await ask(tested, approved)).toEqual({ decision: 'approved' })
    await freezeBy(tested, customer)
    const held = await money(customer)
    const declined = { decision: 'declined', reason: 'account_frozen' }
    expect(await ask(tested, question(card))).toEqual(declined)
    expect(await ask(tested, question(card, { amount: '0.00' }))).toEqual(declined)
    const raise = { threadId: approved.threadId, kind: 'incremental', amount: '25.00' }
    expect(await ask(tested, question(card, raise))).toEqual(declined)
    expect(await money(customer)).toEqual(held)
    const { list } = await tested.succeed(userBill, { pageSize: 10, page: 1 }, customer.token)
    expect(list.filter(({ status }) => status === 'declined')[0]?.remark.reason).toBe('account_frozen')
    const told = await tested.succeed(
      messages,
      { pageSize: 10, page: 1, noticeType: 'declined' },
      customer.token,
    )
    expect(told.list[0]).toMatchObject({
      params: { reason: 'account_frozen' },
      action: '/pages/safeCenter/safeCenter?freeze=1',
    })
    const clearing = posting(card, '20.00', { threadId: approved.threadId, final: true })
    await tellEvent(tested, 'clearing.posted', clearing)
    expect(await money(customer)).toMatchObject({ card: 7990n, held: 0n })
  })

  test('tells it once, by message and letter, however often it is asked for', async () => {
    const customer = await holder()
    expect(await freezeBy(tested, customer)).toMatchObject({ frozenBy: 'customer' })
    expect(await freezeBy(tested, customer)).toMatchObject({ frozenBy: 'customer' })
    expect(await lettersOf(customer, /account was frozen/)).toHaveLength(1)
    const { list } = await tested.succeed(messages, { pageSize: 50, page: 1 }, customer.token)
    expect(list.filter(({ params }) => params.event === 'frozen')).toMatchObject([
      { title: 'Account frozen', action: '/pages/safeCenter/safeCenter?freeze=1' },
    ])
  })

  test('is not deleted, neither asked for now nor on the day of a deletion that waits', async () => {
    const customer = await newCustomer(tested)
    const { db } = tested.world
    const code = await codeFor(tested, { email: customer.email, type: 'deleteAccount' })
    await freezeBy(tested, customer)
    expect((await keyOf(deleteAccount, { code }, customer))[0]).toBe('account_frozen')
    await unfreeze(tested, customer)
    await tested.succeed(deleteAccount, { code }, customer.token)
    await freezeBy(tested, customer)
    await sql`update deletions set asked_at = asked_at - interval '16 days', due_at = due_at - interval '16 days'
      where user_id = ${customer.userId}`.execute(db)
    await deleteUsers.run(tested.world)
    expect(await frozenByOf(tested, customer)).toBe('customer')
    await unfreeze(tested, customer)
    await deleteUsers.run(tested.world)
    expect(await tested.send(getUser, {}, customer.token)).toMatchObject({ status: 401 })
  })
})

describe('unfreezing', () => {
  test('lets money move again, holds withdrawals for a day, and tells it', async () => {
    const customer = await holder()
    await freezeBy(tested, customer)
    const info = await unfreeze(tested, customer)
    expect(info).not.toHaveProperty('frozenBy')
    expect(Date.parse(info.holdUntil ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await tested.succeed(convertToCardBalance, recharge(customer), customer.token)
    expect(await ask(tested, question(customer.card))).toEqual({ decision: 'approved' })
    expect((await keyOf(transferOut, asked(customer), customer))[0]).toBe('withdrawals_on_hold')
    const [letter, ...more] = await lettersOf(customer, /account was unfrozen/)
    expect(more).toEqual([])
    expect(letter?.text).toContain('paused for 24 hours')
  })

  test('of what is not frozen changes nothing and needs no code', async () => {
    const customer = await holder()
    expect(await tested.succeed(unfreezeAccount, { code: '000000' }, customer.token)).toMatchObject({
      holdUntil: null,
    })
    expect(await lettersOf(customer, /unfrozen/)).toEqual([])
  })
})
