import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { coinOf } from '../wallet/testing/coin-of.ts'
import ConvertWallet from './convertWallet.tsx'
import {
  against,
  beginAnew,
  billId,
  choose,
  confirm,
  converted,
  convertPath,
  enterPin,
  next,
  pass,
  promise,
  quoted,
  quotePath,
  show,
  type,
  typePin,
} from './testing/convert-acting.tsx'
import { celadon, master, pageOf, sampleCard } from './testing/samples.ts'

beginAnew(ConvertWallet)

describe('from a coin', () => {
  test('nothing is asked for an empty amount or one beyond the balance, and nothing can be confirmed', async () => {
    const sent = await show()
    expect(next().disabled).toBe(true)
    await type('3')
    expect(against()).toBe('超出可用的 ETH')
    expect(next().disabled).toBe(true)
    expect(sent(quotePath)).toHaveLength(0)
  })

  test('is off with the reason while the rate is not to be relied on, and comes back by itself', async () => {
    let answer: object | null = { code: 1414, key: 'rate_unavailable', msg: '', data: null }
    await show({ [quotePath]: sent => answer ?? quoted('4473.0225')(sent) })
    await type('1.5')
    expect(against()).toContain('已暂停兑换')
    expect(next().disabled).toBe(true)
    answer = null
    await pass(16_000)
    expect(against()).toBeNull()
    expect(next().disabled).toBe(false)
  })

  test('says the range in the coin', async () => {
    const data = { min: '0.00033501', max: '16.75041876' }
    await show({ [quotePath]: { code: 1404, key: 'amount_out_of_range', msg: '', data } })
    await type('1.5')
    expect(against()).toMatch(/0\.000335.*16\.750418.*ETH/)
    expect(next().disabled).toBe(true)
  })

  test('one quote is asked for when typing pauses; rate, spread, fee and what arrives are told', async () => {
    const sent = await show()
    await type('1.5')
    expect(sent(quotePath).map(({ body }) => body)).toEqual([{ from: 'ETH', to: 'USDT', amount: '1.5' }])
    expect(screen.getByText('您将得到 4,473.0225 USDT')).toBeTruthy()
    expect(screen.getByRole('timer')).toBeTruthy()
    fireEvent.click(next())
    const sheet = within(await screen.findByRole('dialog'))
    for (const words of [
      '1 ETH = 3,000 USDT',
      '1 ETH = 2,985 USDT',
      '比参考汇率低 0.5%',
      '4.4775 USDT',
      '0.1%',
    ]) {
      expect(sheet.getByText(words)).toBeTruthy()
    }
  })

  test('when the ring ends a new quote comes by itself, and the difference is announced', async () => {
    const receives = ['4473.0225', '4474.0225', '4470']
    const sent = await show({ [quotePath]: body => quoted(receives.shift() as string)(body) })
    await type('1.5')
    await pass(30_500)
    expect(sent(quotePath)).toHaveLength(2)
    expect(promise().textContent).toMatch(/4,474\.0225.*多 1\.00\sUSDT/)
    await pass(30_500)
    expect(promise().textContent).toMatch(/4,470\.00.*少 4\.0225\sUSDT/)
  })

  test('the ring runs for the seconds that the server told, whatever the clock of the phone says', async () => {
    const early = { expireTime: new Date(Date.now() + 10_000).toISOString(), leftSeconds: 25 }
    const sent = await show({
      [quotePath]: body => {
        const answer = quoted('4473.0225')(body) as { data: object }
        return { ...answer, data: { ...answer.data, ...early } }
      },
    })
    await type('1.5')
    await pass(20_000)
    expect(sent(quotePath)).toHaveLength(1)
    await pass(5_500)
    expect(sent(quotePath)).toHaveLength(2)
  })

  test('less than was agreed to is to be agreed to anew, even while the PIN is being typed', async () => {
    const receives = ['4473.0225', '4470']
    const sent = await show({ [quotePath]: body => quoted(receives.shift() as string)(body) })
    await type('1.5')
    await enterPin()
    await pass(30_500)
    expect(screen.queryByText('用资金密码确认')).toBeNull()
    expect(promise().textContent).toMatch(/少 3\.0225\sUSDT/)
    expect(sent(convertPath)).toHaveLength(0)
  })

  test('a quote that expired on the way is replaced, the amount stays, and the new one is to be confirmed', async () => {
    const receives = ['4473.0225', '4470']
    let answer: object = { code: 1405, key: 'quote_expired', msg: '', data: { rate: '2980' } }
    const sent = await show({
      [quotePath]: body => quoted(receives.shift() as string)(body),
      [convertPath]: () => answer,
    })
    await type('1.5')
    await enterPin()
    await confirm()
    await pass(600)
    const sheet = within(screen.getByRole('dialog'))
    expect(sheet.getByRole('alert').textContent).toContain('请再确认一次')
    expect(sheet.getByText('1.50 ETH')).toBeTruthy()
    expect(promise().textContent).toMatch(/少 3\.0225\sUSDT/)
    answer = converted
    fireEvent.click(screen.getByText('输入资金密码'))
    await typePin()
    await confirm()
    await screen.findByText('兑换完成')
    const [first, second] = sent(convertPath)
    expect(second?.body.quoteId).not.toBe(first?.body.quoteId)
    expect(second?.body.requestId).not.toBe(first?.body.requestId)
  })

  test('no answer is processing: asking again is about the same quote with the same key', async () => {
    let answer: object = { status: 504 }
    const sent = await show({ [convertPath]: () => answer })
    await type('1.5')
    await enterPin()
    await confirm()
    await screen.findByText('处理中')
    await pass(60_000)
    expect(sent(quotePath)).toHaveLength(1)
    answer = converted
    fireEvent.click(screen.getByText('再次确认'))
    await typePin()
    await confirm()
    await screen.findByText('兑换完成')
    const [first, second] = sent(convertPath)
    expect(second?.body).toEqual(first?.body)
  })

  test('is done once, with the seal and the way to its bill', async () => {
    const sent = await show()
    await type('1.5')
    await enterPin()
    await confirm()
    await screen.findByText('兑换完成')
    expect(sent(convertPath)).toHaveLength(1)
    expect(sent(convertPath)[0]?.body).toMatchObject({ amount: '1.5', currency: 'ETH', pin: '135790' })
    expect(sent(convertPath)[0]?.body.cardId).toBeUndefined()
    expect(screen.getByText('4,885.7725 USDT')).toBeTruthy()
    expect(screen.getByText('查看账单').getAttribute('href')).toBe(`#/pages/bill/bill?id=${billId}`)
  })
})

describe('where from', () => {
  test('cards and coins that hold something are on offer; a card leads to the card’s own way', async () => {
    const sent = await show()
    const chooser = screen.getByLabelText('选择卡片或币种') as HTMLSelectElement
    await waitFor(() => expect(chooser.options).toHaveLength(2))
    expect([...chooser.options].map(({ value }) => value)).toEqual([sampleCard.id, 'ETH'])
    choose(chooser, sampleCard.id)
    await screen.findByText('转入钱包')
    choose(await screen.findByLabelText('选择卡片或币种'), 'ETH')
    await screen.findByText('兑换成 USDT')
    expect(sent(convertPath)).toHaveLength(0)
  })

  test('a coin that is none, or USDT itself, is not converted', async () => {
    await show({}, { coin: 'USDT' })
    expect(screen.getByText('转入钱包')).toBeTruthy()
  })

  test('without a card the coins are still on offer', async () => {
    signedInAs()
    stubApi({
      '/api/customer/card/50/1': done(pageOf([])),
      '/api/common/cardType/1000/1': done(pageOf([celadon])),
      '/api/customer/cryptoCurrency/masterBudgetBalance': done(master),
      '/api/customer/cryptoCurrency/queryWallet': done([coinOf('ETH', '2.5')]),
    })
    await renderPage('card', ConvertWallet)
    fireEvent.click(await screen.findByText('用 ETH 兑换'))
    await screen.findByText('兑换成 USDT')
  })
})
