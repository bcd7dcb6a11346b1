import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as bill from '../../../src/contract/bill.ts'
import {
  transferOut,
  transferOutCancel,
  transferOutDetail,
  transferOutList,
} from '../../../src/contract/withdrawal.ts'
import { depositAddress } from '../../../src/server/chain/deposits/addresses.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import {
  ask,
  asked,
  billsOf,
  due,
  messagesOf,
  moneyIn,
  pass,
  refused,
  savedBy,
  someAddress,
  stateOf,
  statusOf,
  withdrawer,
} from '../../fixtures/wallet/withdrawer.ts'
import { begin, clearQueue, tested } from '../../fixtures/wallet/withdrawing.ts'
import { worldOn } from '../../fixtures/world.ts'

beforeAll(begin)
afterAll(() => tested.close())
afterEach(clearQueue)

describe('transferOut', () => {
  test.each([['-1'], ['1e3'], [' 100'], ['１００'], [100], ['NaN'], [['100']], [''], [null]])(
    'refuses %j as an amount, at the field',
    async amount => {
      const customer = await withdrawer(tested)
      await refused(
        tested,
        customer,
        { amount, receive: '99' },
        { code: 1400, data: { fields: { amount: 'amount' } } },
      )
    },
  )

  test.each(['0', '9.999999', '0.0000001', '20000.000001', '100.0000001', '9223372036854.775808'])(
    'refuses %s, which is no amount of this coin that may leave',
    async amount => {
      const customer = await withdrawer(tested)
      const expected = { code: 1404, data: { min: '10', max: '20000' } }
      await refused(tested, customer, { amount, receive: '1' }, expected)
    },
  )

  test('refuses without a PIN, with a wrong one, and reserves nothing', async () => {
    const customer = await withdrawer(tested)
    await refused(tested, customer, { pin: '000000' }, { code: 1102, key: 'pin_incorrect' })
    const bare = await newCustomer(tested)
    await refused(tested, { ...bare, address: customer.address }, {}, { code: 1103 })
  })

  test('refuses coins and networks that we do not pay on', async () => {
    const customer = await withdrawer(tested)
    for (const changed of [{ currency: 'BTC' }, { currency: 'TRX' }, { chain: 'TRC20' }]) {
      await refused(tested, customer, changed, { code: 1402, key: 'currency_unsupported' })
    }
    await refused(tested, customer, { currency: 'USD' }, { code: 1400 })
  })

  test('refuses every address but a saved one, and says what is wrong with it', async () => {
    const customer = await withdrawer(tested)
    const { treasury, db } = tested.world
    const chain = { ...tested.world.chain, addressOf: () => someAddress() }
    const deposit = await depositAddress(db, { chain, owner: { userId: customer.userId, cardId: null } })
    const wrong = (why: string) => ({ code: 1408, data: { why } })
    const mistyped = '0x52908400098527886E0F7030069857D2E4169Ee7'
    for (const [typed, why] of [
      ['nonsense', 'format'],
      ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'other_network'],
      [`0x${'0'.repeat(40)}`, 'nobody'],
      [treasury.address, 'ours'],
      [deposit, 'ours'],
      [someAddress(), 'unsaved'],
    ]) {
      await refused(tested, customer, { address: typed }, wrong(why as string))
    }
    await refused(tested, customer, { address: mistyped }, wrong('checksum'))
    const other = await withdrawer(tested)
    await refused(tested, customer, { address: other.address }, wrong('unsaved'))
  })

  test('refuses a new address for 24 hours, by the clock of the database', async () => {
    const customer = await withdrawer(tested)
    const address = await savedBy(tested, customer)
    const waiting = { code: 1406, data: { why: 'new_address', until: expect.any(String) } }
    await refused(tested, customer, { address }, waiting)
    await pass(tested, '23 hours 59 minutes')
    await refused(tested, customer, { address }, waiting)
    await pass(tested, '2 minutes')
    await ask(tested, customer, { address })
  })

  test('refuses for 24 hours after a change of security', async () => {
    const customer = await withdrawer(tested)
    await sql`update users set hold_until = now() + interval '24 hours' where id = ${customer.userId}`.execute(
      tested.world.db,
    )
    const held = { code: 1406, data: { why: 'security', until: expect.any(String) } }
    await refused(tested, customer, {}, held)
    await pass(tested, '23 hours 59 minutes')
    await refused(tested, customer, {}, held)
    await pass(tested, '2 minutes')
    await ask(tested, customer)
  })

  test('refuses when what arrives is not what the customer was shown', async () => {
    const customer = await withdrawer(tested)
    const expected = { code: 1405, data: { fee: '1', receive: '99' } }
    for (const receive of ['100', '98.5', '0', '99.0000001'])
      await refused(tested, customer, { receive }, expected)
    await refused(tested, customer, { receive: '-1' }, { code: 1400 })
  })

  test('refuses more than is available, and says how much is missing', async () => {
    const customer = await withdrawer(tested, { amountMinor: 99_000_000n })
    await refused(tested, customer, {}, { code: 1401, data: { missing: '1' } })
    await refused(tested, customer, { currency: 'ETH', amount: '1', receive: '0.999' }, { code: 1401 })
  })

  test('refuses beyond the limits of 24 hours and 30 days; what was taken back does not count', async () => {
    const customer = await withdrawer(tested, { amountMinor: 300_000_000_000n })
    const first = await ask(tested, customer, { amount: '19000' })
    const day = (left: string) => ({ code: 1411, data: { which: 'day', limit: '20000', left } })
    await refused(tested, customer, { amount: '1000.000001' }, day('1000'))
    await tested.succeed(transferOutCancel, { id: first.id }, customer.token)
    for (let days = 0; days < 5; days++) {
      await ask(tested, customer, { amount: '19000' })
      await refused(tested, customer, { amount: '1000.000001' }, day('1000'))
      await sql`update withdrawals set created_at = created_at - interval '24 hours', send_at = send_at - interval '24 hours'
        where user_id = ${customer.userId}`.execute(tested.world.db)
    }
    const month = { code: 1411, data: { which: 'month', limit: '100000', left: '5000' } }
    await refused(tested, customer, { amount: '5000.000001' }, month)
    await ask(tested, customer, { amount: '5000' })
    const rows = await tested.succeed(transferOutList, { pageSize: 100, page: 1 }, customer.token)
    for (const { id, isCancellable } of rows.list)
      if (isCancellable) await tested.succeed(transferOutCancel, { id }, customer.token)
  })

  test('of twenty at once on two nodes for the whole balance reserves one', async () => {
    const customer = await withdrawer(tested, { amountMinor: 500_000_000n })
    const other = (await worldOn(tested.world.db, { treasury: tested.world.treasury })).http
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? tested.http : other).inject({
          method: 'POST',
          url: transferOut.path,
          payload: asked(customer, { amount: '500' }),
          headers: { 'x-access-token': customer.token },
        }),
      ),
    )
    await other.close()
    const codes = responses.map(response => response.json().code).sort()
    expect(codes).toEqual([1, ...Array(19).fill(1401)])
    expect(await moneyIn(tested, customer)).toEqual({ balance: 500_000_000n, held: 500_000_000n })
    expect(await billsOf(tested, customer)).toHaveLength(2)
  })

  test('of ten at once lets no more through than the limit', async () => {
    const customer = await withdrawer(tested, { amountMinor: 100_000_000_000n })
    const envelopes = await Promise.all(
      Array.from({ length: 10 }, () =>
        tested.send(transferOut, asked(customer, { amount: '4500' }), customer.token),
      ),
    )
    const codes = envelopes.map(envelope => ('code' in envelope ? envelope.code : 0)).sort()
    expect(codes).toEqual([1, 1, 1, 1, ...Array(6).fill(1411)])
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 18_000_000_000n })
  })

  test('gives a repeat its first answer and refuses the same key with another amount', async () => {
    const customer = await withdrawer(tested)
    const requestId = randomUUID()
    const first = await ask(tested, customer, { requestId })
    const before = await stateOf(tested, customer)
    expect(await ask(tested, customer, { requestId })).toEqual(first)
    await refused(tested, customer, { requestId, amount: '101' }, { code: 1413, key: 'request_changed' })
    const five = await Promise.all(Array.from({ length: 5 }, () => ask(tested, customer, { requestId })))
    for (const answer of five) expect(answer).toEqual(first)
    expect(await stateOf(tested, customer)).toEqual(before)
  })

  test('reserves, sends, counts confirmations, and charges when the payment is final', async () => {
    const customer = await withdrawer(tested)
    const { token, address, email } = customer
    const answer = await ask(tested, customer)
    expect(answer).toMatchObject({
      address,
      amount: '100',
      fee: '1',
      receive: '99',
      status: 'queued',
      txId: null,
      confirms: 0,
      required: 3,
      isCancellable: true,
    })
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 100_000_000n })
    // Nothing leaves while it can be taken back at leisure.
    await tested.pay()
    expect(await statusOf(tested, answer.id, token)).toBe('queued')

    await due(tested)
    await tested.pay()
    const sent = await tested.succeed(transferOutDetail, { id: answer.id }, token)
    expect(sent).toMatchObject({ status: 'sent', isCancellable: false, txId: expect.stringMatching(/^0x/) })
    tested.node.mine()
    await tested.pay()
    tested.node.mine()
    await tested.pay()
    expect(await tested.succeed(transferOutDetail, { id: answer.id }, token)).toMatchObject({
      status: 'confirming',
      confirms: 2,
    })
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 100_000_000n })
    tested.node.mine()
    await tested.pay()
    expect(await statusOf(tested, answer.id, token)).toBe('done')
    expect(await moneyIn(tested, customer)).toEqual({ balance: 900_000_000n, held: 0n })
    expect(tested.node.payments().at(-1)).toMatchObject({
      to: address,
      currency: 'USDT',
      amountMinor: 99_000_000n,
    })
    expect(await billsOf(tested, customer)).toEqual([
      {
        kind: 'withdraw',
        status: 'done',
        amount: -99_000_000n,
        fee: 1_000_000n,
        whats: 'requested signed confirming done',
      },
      { kind: 'fee', status: 'done', amount: -1_000_000n, fee: 0n, whats: 'reserved charged' },
    ])
    const { billId } = await tested.succeed(transferOutDetail, { id: answer.id }, token)
    const { steps } = await tested.succeed(bill.detail, { id: billId }, token)
    expect(steps[0]?.detail).toEqual({ withdrawalId: answer.id })
    const ends = `${address.slice(0, 8)}…${address.slice(-6)}`
    const told = { amount: '99', currency: 'USDT', chain: 'ERC20', address: ends }
    expect(await messagesOf(tested, customer)).toEqual(
      ['requested', 'sent', 'done'].map(state => ({ state, ...told })),
    )
    await tested.work()
    const letter = tested.letters.find(
      ({ to, subject }) => to === email && subject.includes('withdrawal was requested'),
    )
    expect(letter?.text).toContain(`99 USDT (ERC20) → ${ends}`)
    const row = await tested.world.db
      .selectFrom('withdrawals')
      .select('gas_raw')
      .where('id', '=', answer.id)
      .executeTakeFirstOrThrow()
    expect(BigInt(row.gas_raw ?? 0)).toBeGreaterThan(0n)
    expect(await openAlarms(tested)).toEqual([])
  })
})
