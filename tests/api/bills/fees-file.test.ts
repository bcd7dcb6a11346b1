import { expect, test } from 'vitest'
import { statement } from '../../../src/contract/bill.ts'
import { exportFees } from '../../../src/contract/cost.ts'
import { costApi } from '../../../src/server/api/bills/cost.ts'
import { type NewBill, noteBill } from '../../../src/server/bills/bills.ts'
import { costListOf } from '../../../src/server/bills/costs.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { billAt } from '../../fixtures/bills/dated-bill.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const feeAt = (customer: TestCustomer, at: string, fields: Partial<NewBill> = {}) =>
  billAt(tested.world.db, customer, at, {
    kind: 'fee',
    amountMinor: -70_000n,
    remark: { fee: 'rechargeFee' },
    ...fields,
  })

async function fileOf({ token }: TestCustomer, fields: object = {}) {
  const input = { zone: 'Asia/Shanghai', year: '2025', lang: 'zh', ...fields }
  const { content, ...file } = await tested.succeed(exportFees, input, token)
  return { ...file, lines: Buffer.from(content, 'base64').toString().split('\r\n') }
}

test('there is one at a time for each customer, and the next once it is there', async () => {
  const [one, other] = [await newCustomer(tested), await newCustomer(tested)]
  const { exportFees } = costApi(tested.world)
  const ask = ({ userId }: TestCustomer) =>
    exportFees(
      { zone: 'UTC', year: '2025', lang: 'zh' },
      { userId, sessionId: '', ip: '192.0.2.1', device: '', lang: 'zh' },
    )
  const [first, second, foreign] = await Promise.allSettled([ask(one), ask(one), ask(other)])
  expect([first.status, foreign.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(second).toMatchObject({ status: 'rejected', reason: { key: 'request_in_progress' } })
  expect(await ask(one)).toMatchObject({ name: 'glaze-fees-2025.csv' })
})

test('tables of fees and statements are sixty an hour together, of each customer', async () => {
  const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
  const subject = `table:${customer.userId}`
  const window_ends_at = new Date(Date.now() + 60_000)
  await tested.world.db.insertInto('attempts').values({ subject, count: 58, window_ends_at }).execute()
  const zone = 'UTC'
  const fees = ({ token }: TestCustomer) => tested.send(exportFees, { zone, year: '2025', lang: 'zh' }, token)
  const month = ({ token }: TestCustomer) =>
    tested.send(statement, { zone, month: '2025-02', lang: 'zh', format: 'csv' }, token)
  expect([await fees(customer), await month(customer)]).toMatchObject([{ code: 1 }, { code: 1 }])
  const refused = {
    key: 'limit_exceeded',
    data: { reason: 'too_often', limit: 60, until: expect.stringMatching(/Z$/) },
  }
  expect([await fees(customer), await month(customer)]).toMatchObject([refused, refused])
  expect([await fees(other), await month(other)]).toMatchObject([{ code: 1 }, { code: 1 }])
})

test('the file has a line for each bill in the customer’s time, and what they come to', async () => {
  const customer = await newCustomer(tested)
  const withdrawn = { remark: { fee: 'withdrawFee' }, currency: 'ETH', amountMinor: -100_000n } as const
  const ids = [
    await feeAt(customer, '2024-12-31T16:00:00Z'),
    await feeAt(customer, '2025-06-10T00:00:00Z', withdrawn),
    await feeAt(customer, '2025-06-11T00:00:00Z', {
      kind: 'refund',
      amountMinor: 20_000n,
      remark: { cardType: 'Ru' },
    }),
  ]
  await feeAt(customer, '2024-12-31T15:59:59.999Z')
  const { name, type, lines } = await fileOf(customer)
  expect([name, type]).toEqual(['glaze-fees-2025.csv', 'text/csv'])
  const zone = 'Asia/Shanghai UTC+08:00'
  expect(lines).toEqual([
    '\uFEFF时间,时区,说明,账户,商户或对方,币种,金额,编号,我的备注',
    `2025-01-01 00:00:00,${zone},充值费,钱包,,USDT,0.07,${ids[0]},`,
    `2025-06-10 08:00:00,${zone},提现手续费,钱包,,ETH,0.001,${ids[1]},`,
    `2025-06-11 08:00:00,${zone},退还的费用,钱包,,USDT,-0.02,${ids[2]},`,
    ',,合计,,,USDT,0.05,,',
    ',,合计,,,ETH,0.001,,',
    '',
  ])
  const english = await fileOf(customer, { lang: 'en' })
  expect(english.lines[1]).toContain('Recharge fee,Wallet')
  expect(english.lines[4]).toContain('Total')
})

test('a merchant or a note that a spreadsheet would run is text, an amount below zero a number', async () => {
  const customer = await newCustomer(tested)
  const remark = { fee: 'consumeFee', merchant: '=HYPERLINK("http://evil")' }
  const billId = await feeAt(customer, '2025-06-10T00:00:00Z', { remark, amountMinor: 70_000n })
  await noteBill(tested.world.db, { userId: customer.userId, billId, note: '@SUM(1,2)' })
  const { lines } = await fileOf(customer)
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil"")",USDT,-0.07,${billId},"'@SUM(1,2)"`)
})

test('an empty year is a file of its heading; more bills than a file takes are none', async () => {
  const customer = await newCustomer(tested)
  expect((await fileOf(customer)).lines).toHaveLength(2)
  for (let each = 0; each < 3; each++) await feeAt(customer, '2025-06-10T00:00:00Z')
  const asked = { userId: customer.userId, year: '2025', timezone: 'UTC' }
  expect(await costListOf(tested.world.db, { ...asked, limit: 3 })).toHaveLength(3)
  expect(await costListOf(tested.world.db, { ...asked, limit: 2 })).toBeNull()
})
