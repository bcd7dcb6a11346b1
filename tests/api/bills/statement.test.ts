import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { extractText, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportBills, note, userBill } from '../../../src/contract/bill.ts'
import { parse } from '../../../src/contract/money.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../../src/contract/wallet.ts'
import { idAt } from '../../../src/server/id.ts'
import { balanceOf, balancesOf, hold } from '../../../src/server/ledger/ledger.ts'
import { monthIn } from '../../../src/server/zone.ts'
import { funded, newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { begin, bytesOf, csvOf, everything, tested, zone } from '../../fixtures/bills/statement-lines.ts'
import {
  ask,
  type CardWorld,
  openedCard,
  posting,
  question,
  readyCustomer,
  shop,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

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
    const { list } = await tested.succeed(userBill, { pageSize: 1, page: 1, type: 'consume' }, customer.token)
    await tested.succeed(note, { id: list[0]?.id, note: '=SUM("glaze")' }, customer.token)

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
    expect(purchases.map(({ place, amount, note }) => [place, amount, note])).toEqual([
      ["'=cmd|calc", '-10', `'=SUM("glaze")`],
      ["'=cmd|calc", '-20', `'=SUM("glaze")`],
    ])
    expect(lines.filter(({ note }) => note)).toHaveLength(2)
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

  test('as PDF has the notes of its owner, however long they are', async () => {
    const customer = await readyCustomer(tested, '500')
    const card = await openedCard(tested, customer, { rechargeAmount: '50' })
    const { list } = await tested.succeed(userBill, { pageSize: 9, page: 1, type: 'topUp' }, customer.token)
    const words = Array.from({ length: 70 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
    await tested.succeed(note, { id: list[0]?.id, note: `${words}${words}` }, customer.token)
    const file = await tested.succeed(exportBills, { ...everything, format: 'pdf' }, customer.token)
    const { text } = await extractText(bytesOf(file), { mergePages: true })
    const written = text.replace(/\s/g, '')
    expect(written).toContain(`我的备注·${words}${words}`)
    expect(written).toContain(card.last4)
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
