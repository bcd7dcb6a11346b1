import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { extractText, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportBills, statement } from '../../src/contract/bill.ts'
import { parse } from '../../src/contract/money.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../src/contract/wallet.ts'
import { idAt } from '../../src/server/id.ts'
import {
  balanceOf,
  balancesOf,
  hold,
  houseAccount,
  openAccount,
  postAll,
} from '../../src/server/ledger/ledger.ts'
import { monthIn } from '../../src/server/zone.ts'
import {
  ask,
  type CardWorld,
  openedCard,
  posting,
  question,
  readyCustomer,
  shop,
  startCardWorld,
  type TestCard,
  tellEvent,
} from './cardholder.ts'
import { funded, newCustomer, type TestCustomer, testPin } from './customer.ts'

let tested: CardWorld
beforeAll(async () => {
  tested = await startCardWorld()
})
afterAll(() => tested.close())

const zone = 'Asia/Shanghai'
/** Of the year around today: days from its first, at midnight. */
const dayOfYear = (days: number) => {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 6, 1 + days)).toISOString()
}
const everything = {
  zone,
  lang: 'zh',
  format: 'csv',
  startTime: dayOfYear(0),
  endTime: dayOfYear(365),
} as const

interface Line {
  kind: string
  account: string
  currency: string
  time: string
  zone: string
  what: string
  place: string
  reference: string
  amount: string
  balance: string
}

async function csvOf({ token }: TestCustomer, fields: Record<string, unknown> = {}) {
  const call = 'month' in fields ? statement : exportBills
  const { zone, lang, format } = everything
  const input = 'month' in fields ? { zone, lang, format, ...fields } : { ...everything, ...fields }
  const file = await tested.succeed(call, input, token)
  const text = Buffer.from(file.content, 'base64').toString()
  return { name: file.name, type: file.type, text, lines: linesOf(text) }
}

/** Reads CSV as RFC 4180 has it. */
function linesOf(text: string): Line[] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  const rows = [
    ...text.slice(1).matchAll(/((?:"(?:[^"]|"")*"|[^,\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^,\r\n]*))*)\r\n/g),
  ]
  expect(rows.map(([row]) => row).join('')).toBe(text.slice(1))
  const names = [
    'kind',
    'account',
    'currency',
    'time',
    'zone',
    'what',
    'place',
    'reference',
    'amount',
    'balance',
  ]
  return rows.slice(1).map(([, row = '']) => {
    const cells = [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
    const values = cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
    expect(values).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, index) => [name, values[index]])) as unknown as Line
  })
}

/** Moves every transfer of a customer that was made just now to another time, as if it had been made then. */
async function moveTo(tested: CardWorld, { userId }: TestCustomer, { since, at }: { since: Date; at: Date }) {
  await tested.world.db.transaction().execute(async db => {
    await sql`set local session_replication_role = replica`.execute(db)
    const { rows } = await sql<{ id: string }>`
      select distinct t.id from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
      where a.owner_id = ${userId} and t.created_at >= ${since}`.execute(db)
    for (const { id } of rows) {
      const then = idAt(at).slice(0, 14) + randomUUID().slice(14)
      await sql`update transfers set id = ${then}, created_at = ${at} where id = ${id}`.execute(db)
      await sql`update entries set transfer_id = ${then} where transfer_id = ${id}`.execute(db)
      await sql`update hold_changes set transfer_id = ${then} where transfer_id = ${id}`.execute(db)
      await sql`update recharges set transfer_id = ${then} where transfer_id = ${id}`.execute(db)
      await sql`update bills set transfer_id = ${then}, steps = replace(steps::text, ${id}, ${then})::jsonb
        where transfer_id = ${id} or steps::text like ${`%${id}%`}`.execute(db)
    }
  })
}

const toCard = (card: TestCard, amount: string, { token }: TestCustomer) =>
  tested.succeed(
    convertToCardBalance,
    { cardId: card.cardId, amount, currency: 'USDT', pin: testPin, requestId: randomUUID() },
    token,
  )

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

  test('tells every movement of every account, with holds apart, and nothing of anybody else', async () => {
    const customer = await readyCustomer(tested, '500')
    const other = await readyCustomer(tested, '77')
    await openedCard(tested, other, { rechargeAmount: '50' })
    const card = await openedCard(tested, customer, { rechargeAmount: '50' })
    await toCard(card, '100', customer)
    const move = { cardId: card.cardId, amount: '30', currency: 'USDT', pin: testPin }
    await tested.succeed(convertToMasterBalance, { ...move, requestId: randomUUID() }, customer.token)
    const asked = question(card, { amount: '30.00', merchant: { ...shop, name: '=cmd|calc' } })
    await ask(tested, asked)
    const { threadId } = asked
    // In two parts: one bill, two entries, each with the merchant's name.
    const merchant = asked.merchant
    await tellEvent(tested, 'clearing.posted', posting(card, '10.00', { threadId, merchant, final: false }))
    await tellEvent(tested, 'clearing.posted', posting(card, '20.00', { threadId, merchant, final: true }))
    await tellEvent(tested, 'refund.posted', posting(card, '3.33', { threadId, merchant }))
    await ask(tested, question(card, { amount: '5.00' }))

    const { lines, text } = await csvOf(customer)
    const of = (kind: string, account: string) =>
      lines.filter(line => line.kind === kind && line.account === account)
    const balances = await balancesOf(tested.world.db, customer.userId)
    for (const { kind, currency, balanceMinor } of balances) {
      if (kind === 'wallet' && currency !== 'USDT') continue
      const account = kind === 'wallet' ? '钱包' : `卡尾号 ${card.last4}`
      const closing = of('期末余额', account).find(line => line.currency === currency)
      expect(parse(closing?.balance ?? '', currency), account).toBe(balanceMinor)
    }
    const purchases = of('明细', `卡尾号 ${card.last4}`).filter(({ what }) => what === '消费')
    expect(purchases.map(({ place, amount }) => [place, amount])).toEqual([
      ["'=cmd|calc", '-10'],
      ["'=cmd|calc", '-20'],
    ])
    expect(of('处理中', `卡尾号 ${card.last4}`).map(({ what }) => what)).toEqual(['消费授权'])
    expect(new Set(of('明细', '钱包').map(({ what }) => what))).toEqual(
      new Set(['链上充值', '开卡费', '卡片充值', '充值费', '卡转钱包']),
    )
    // Amounts are numbers, so nothing a spreadsheet runs begins a cell.
    expect(text).not.toMatch(/(^|,|\n)"?[=+@＝＋－＠\t]/)
    const mine = await referencesOf(customer)
    expect(new Set(lines.map(({ reference }) => reference).filter(Boolean))).toEqual(mine)
    for (const foreign of await referencesOf(other)) expect(text).not.toContain(foreign)
    expect(text).not.toContain(customer.email)
  })

  test('joins the one before and reconciles with the ledger, for random histories over months and clocks', async () => {
    const customer = await readyCustomer(tested, '0')
    const months = ['2026-02', '2026-03', '2026-04']
    const zones = ['Asia/Shanghai', 'America/New_York', 'Pacific/Tongatapu']
    const start = Date.parse('2026-01-25T00:00:00Z')
    const edges = zones.flatMap(timezone =>
      months.flatMap(month => {
        const at = monthIn({ month, timezone }).from.getTime()
        return [at - 1, at, at + 1]
      }),
    )
    const times = [...edges, ...Array.from({ length: 30 }, () => start + Math.random() * 100 * 86_400_000)]
    for (const at of times) {
      const since = await now()
      const amountMinor = BigInt(1 + Math.floor(Math.random() * 1e9))
      const currency = Math.random() < 0.5 ? 'USDT' : 'ETH'
      await funded(tested, { userId: customer.userId, amountMinor, currency })
      await moveTo(tested, customer, { since, at: new Date(at) })
    }
    for (const zone of zones) {
      const papers = []
      for (const month of months) papers.push({ month, ...(await csvOf(customer, { month, zone })) })
      for (const currency of ['USDT', 'ETH'] as const) {
        let [closing, counted] = [
          await balanceAt(customer, currency, monthIn({ month: '2026-02', timezone: zone }).from),
          0,
        ]
        for (const { month, lines } of papers) {
          const mine = lines.filter(line => line.currency === currency)
          const entries = mine.filter(({ kind }) => kind === '明细')
          const minor = (text = '') => parse(text, currency) ?? 0n
          expect(minor(mine.find(({ kind }) => kind === '期初余额')?.balance)).toBe(closing)
          closing += entries.reduce((sum, { amount }) => sum + minor(amount), 0n)
          expect(minor(mine.find(({ kind }) => kind === '期末余额')?.balance)).toBe(closing)
          expect(closing).toBe(await balanceAt(customer, currency, monthIn({ month, timezone: zone }).until))
          for (const { time, zone: printed } of entries) {
            expect(time.slice(0, 7)).toBe(month)
            expect(printed).toMatch(new RegExp(`^${zone} UTC[+-]\\d\\d:\\d\\d$`))
          }
          counted += entries.length
        }
        expect(counted).toBeGreaterThan(0)
      }
    }
  })

  test('prints both offsets of a month that has two', async () => {
    const customer = await newCustomer(tested)
    for (const at of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']) {
      const since = await now()
      await funded(tested, { userId: customer.userId, amountMinor: 1n })
      await moveTo(tested, customer, { since, at: new Date(at) })
    }
    const { lines } = await csvOf(customer, { month: '2026-11', zone: 'America/New_York', lang: 'en' })
    const entries = lines.filter(({ kind }) => kind === 'Entry')
    expect(entries.map(({ time, zone }) => [time, zone])).toEqual([
      ['2026-11-01 01:30:00', 'America/New_York UTC-04:00'],
      ['2026-11-01 01:30:00', 'America/New_York UTC-05:00'],
    ])
  })

  test.each([
    ['zh', ['账户对账单', '期初余额', '期末余额', '链上充值', '钱包 · USDT', '处理中的预留金额']],
    [
      'en',
      ['Account statement', 'Opening balance', 'Closing balance', 'Deposit', 'Wallet · USDT', 'Pending'],
    ],
  ])('as PDF in %s has numbered pages, repeats its headings and can be read as text', async (lang, words) => {
    const customer = await newCustomer(tested)
    for (let count = 0; count < 60; count++)
      await funded(tested, { userId: customer.userId, amountMinor: 1_234_567n })
    const [wallet] = await balancesOf(tested.world.db, customer.userId)
    const accountId = wallet?.accountId ?? ''
    const request = {
      accountId,
      amountMinor: 5n,
      idempotencyKey: `test:${randomUUID()}`,
      reason: 'withdrawal',
    }
    await hold(tested.world.db, request)
    const input = { ...everything, lang, format: 'pdf' }
    const file = await tested.succeed(exportBills, input, customer.token)
    const days = [everything.startTime, everything.endTime].map(time => time.slice(0, 10))
    expect(file).toMatchObject({ type: 'application/pdf', name: `glaze-${days.join('_')}.pdf` })
    const { text, totalPages } = await extractText(bytesOf(file))
    expect(totalPages).toBe(4)
    for (const [index, page] of text.entries()) {
      expect(page).toContain(`${index + 1} / 4`)
      expect(page).toContain(zone)
      expect(page).not.toContain(customer.email)
    }
    const all = text.join('\n')
    for (const word of words) expect(all).toContain(word)
    const { balanceMinor } = await balanceOf(tested.world.db, accountId)
    expect(balanceMinor).toBe(74_074_020n)
    expect(all).toContain('74.074020')
    for (const reference of await referencesOf(customer)) expect(all).toContain(reference)
    expect((await getMeta(bytesOf(file))).info).toMatchObject({ Author: 'Glaze' })
  })
})

async function now(): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tested.world.db)
  return rows[0]?.now ?? new Date()
}

function bytesOf({ content }: { content: string }): Uint8Array {
  return new Uint8Array(Buffer.from(content, 'base64'))
}

/** Every transfer that touched an account of the customer. */
async function referencesOf({ userId }: TestCustomer): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select e.transfer_id as id from entries e join accounts a on a.id = e.account_id where a.owner_id = ${userId}
  `.execute(tested.world.db)
  return new Set(rows.map(({ id }) => id))
}

/** What the entries of the ledger add up to before an instant, read without any of our own functions. */
async function balanceAt({ userId }: TestCustomer, currency: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as sum from entries e join accounts a on a.id = e.account_id
      join transfers t on t.id = e.transfer_id
    where a.owner_id = ${userId} and a.currency = ${currency} and t.created_at < ${at}`.execute(
    tested.world.db,
  )
  return rows[0]?.sum ?? 0n
}
