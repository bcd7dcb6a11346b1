import { randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportBills, statement } from '../../../src/contract/bill.ts'
import { houseAccount, openAccount, postAll } from '../../../src/server/ledger/ledger.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import {
  begin,
  bytesOf,
  csvOf,
  dayOfYear,
  everything,
  tested,
  zone,
} from '../../fixtures/bills/statement-lines.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('a statement', () => {
  test('is refused for a period that is backwards or longer than a year, and for zones and languages nobody has', async () => {
    const { token } = await newCustomer(tested)
    const refused = async (fields: Record<string, unknown>) =>
      expect(await tested.send(exportBills, { ...everything, ...fields }, token)).toMatchObject({
        key: 'input_invalid',
        data: { fields: Object.fromEntries(Object.keys(fields).map(field => [field, expect.any(String)])) },
      })
    await refused({ endTime: dayOfYear(-1) })
    await refused({ startTime: dayOfYear(-2) })
    await refused({ zone: 'Mars/Olympus' })
    await refused({ lang: 'fr' })
    await refused({ format: 'xlsx' })
    const month = { month: '2026-13', zone, lang: 'zh', format: 'csv' }
    expect(await tested.send(statement, month, token)).toMatchObject({ key: 'input_invalid' })
  })

  test('of a year and a day is made though the clocks went back within it', async () => {
    const { token } = await newCustomer(tested)
    const days = { zone: 'America/New_York', startTime: '2025-11-02T04:00:00.000Z' }
    const year = { ...everything, ...days, endTime: '2026-11-03T05:00:00.000Z' }
    expect(await tested.succeed(exportBills, year, token)).toMatchObject({
      name: 'glaze-2025-11-02_2026-11-02.csv',
    })
    const longer = { ...year, endTime: '2026-11-03T05:00:00.001Z' }
    expect(await tested.send(exportBills, longer, token)).toMatchObject({ key: 'input_invalid' })
  })

  test('of nothing is a valid statement, in both forms', async () => {
    const customer = await newCustomer(tested)
    const { name, type, lines } = await csvOf(customer, { month: '2026-02' })
    expect([name, type]).toEqual(['glaze-2026-02.csv', 'text/csv'])
    expect(lines.map(({ kind }) => kind)).toEqual([
      '账户对账单',
      '期初余额',
      '收入合计',
      '支出合计',
      '期末余额',
    ])
    const file = await tested.succeed(
      statement,
      { month: '2026-02', zone, lang: 'zh', format: 'pdf' },
      customer.token,
    )
    const { totalPages } = await extractText(bytesOf(file))
    expect(totalPages).toBe(1)
  })

  test('of more than a paper may hold is refused as one, and given as a table', async () => {
    const customer = await newCustomer(tested)
    const { db } = tested.world
    const accountId = await openAccount(db, { kind: 'wallet', ownerId: customer.userId, currency: 'USDT' })
    const chainId = await houseAccount(db, { code: 'chain', currency: 'USDT' })
    const transfers = Array.from({ length: 5001 }, () => ({
      idempotencyKey: `test:${randomUUID()}`,
      reason: 'deposit',
      entries: [
        { accountId: chainId, amountMinor: -1n },
        { accountId, amountMinor: 1n },
      ],
    }))
    for (let first = 0; first < transfers.length; first += 500)
      await postAll(db, transfers.slice(first, first + 500))
    expect(await tested.send(exportBills, { ...everything, format: 'pdf' }, customer.token)).toMatchObject({
      key: 'limit_exceeded',
      data: { limit: '5000' },
    })
    const { lines } = await csvOf(customer)
    expect(lines.filter(({ kind }) => kind === '明细')).toHaveLength(5001)
    expect(lines.at(-1)).toMatchObject({ kind: '期末余额', balance: '0.005001' })
  })

  test('is given thirty times an hour as a paper, and as a table then, too', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const paper = { month: '2026-02', zone, lang: 'zh', format: 'pdf' }
    const ask = (format: string, { token } = customer) => tested.send(statement, { ...paper, format }, token)
    await tested.world.db
      .insertInto('attempts')
      .values({
        subject: `statement:${customer.userId}`,
        count: 29,
        window_ends_at: new Date(Date.now() + 60_000),
      })
      .execute()
    expect(await ask('pdf')).toMatchObject({ code: 1 })
    const refused = { key: 'limit_exceeded', data: { limit: 30, until: expect.stringMatching(/Z$/) } }
    expect(await ask('pdf')).toMatchObject(refused)
    const { token } = customer
    expect(await tested.send(exportBills, { ...everything, format: 'pdf' }, token)).toMatchObject(refused)
    expect(await ask('csv')).toMatchObject({ code: 1 })
    expect(await ask('pdf', other)).toMatchObject({ code: 1 })
  })

  test('is made one at a time for each customer', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const ask = ({ token }: TestCustomer) => tested.send(exportBills, { ...everything, format: 'pdf' }, token)
    const answers = await Promise.all([ask(customer), ask(customer), ask(other)])
    expect(answers.map(answer => ('key' in answer ? answer.key : 'done')).sort()).toEqual([
      'done',
      'done',
      'request_in_progress',
    ])
    expect(await ask(customer)).toMatchObject({ code: 1 })
  })
})
