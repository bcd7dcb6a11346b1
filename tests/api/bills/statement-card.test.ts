import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportBills, statement } from '../../../src/contract/bill.ts'
import { begin, bytesOf, csvOf, everything, tested, zone } from '../../fixtures/bills/statement-lines.ts'
import {
  ask,
  openedCard,
  posting,
  question,
  readyCustomer,
  shop,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('the statement of one card', () => {
  test('has what moved on that card and what is held there, and nothing of another card or the wallet', async () => {
    const customer = await readyCustomer(tested, '500')
    const card = await openedCard(tested, customer, { rechargeAmount: '50' })
    const other = await openedCard(tested, customer, { rechargeAmount: '40' })
    for (const each of [card, other]) {
      const asked = question(each, { amount: '12.00', merchant: { ...shop, name: `Shop ${each.last4}` } })
      await ask(tested, asked)
      const { threadId, merchant } = asked
      await tellEvent(tested, 'clearing.posted', posting(each, '12.00', { threadId, merchant, final: true }))
      await ask(tested, question(each, { amount: '5.00' }))
    }
    const { name, lines } = await csvOf(customer, { cardOutId: card.cardId })
    expect(name).toMatch(new RegExp(`^glaze-${card.last4}-20.*\\.csv$`))
    const account = `卡尾号 ${card.last4}`
    expect(lines.map(line => [line.kind, line.account, line.place, line.amount || line.balance])).toEqual([
      ['卡片对账单', expect.stringContaining('*'), '', ''],
      ['期初余额', account, '', '0'],
      ['明细', account, `钱包 → ${account} · 50 USDT`, '50'],
      ['明细', account, `Shop ${card.last4}`, '-12'],
      ['明细', account, `Shop ${card.last4}`, '-0.06'],
      ['收入合计', account, '', '50'],
      ['支出合计', account, '', '-12.06'],
      ['期末余额', account, '', '37.94'],
      ['处理中', account, '', '5.03'],
    ])
  })

  test('is there where nothing moved, as PDF too, under a title of its own', async () => {
    const customer = await readyCustomer(tested, '100')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const input = { month: '2026-02', zone, lang: 'en', format: 'pdf', cardOutId: card.cardId } as const
    const file = await tested.succeed(statement, input, customer.token)
    expect(file.name).toBe(`glaze-${card.last4}-2026-02.pdf`)
    const { text } = await extractText(bytesOf(file), { mergePages: true })
    for (const word of ['Card statement', `Card ${card.last4} · USD`, 'No movements in this period.'])
      expect(text).toContain(word)
    expect(text).not.toContain('Wallet')
  })

  test("of another's card is denied", async () => {
    const [customer, other] = [await readyCustomer(tested, '100'), await readyCustomer(tested, '1')]
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const input = { ...everything, cardOutId: card.cardId }
    expect(await tested.send(exportBills, input, other.token)).toMatchObject({ status: 403 })
  })
})
