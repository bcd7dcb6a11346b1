import { cleanup, fireEvent, screen, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { drop } from '../../../contract/decision.ts'
import { go } from '../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import ConvertCard from './convertCard.tsx'
import { cardTitle } from './parts/card-tile.tsx'
import RechargeCard2 from './rechargeCard2.tsx'
import { cardId, celadon, master, pageOf, sampleCard } from './testing/samples.ts'

const path = '/api/customer/cryptoCurrency/convertToCardBalance'
const moved = done({
  rechargeId: cardId,
  amount: '100',
  fee: '1',
  cardAvailable: '200',
  walletAvailable: '311.75',
})
const answers = {
  '/api/customer/card/50/1': done(pageOf([sampleCard])),
  '/api/common/cardType/1000/1': done(pageOf([celadon])),
  '/api/customer/cryptoCurrency/masterBudgetBalance': done(master),
  [path]: moved as object | (() => object),
}

async function show(changes: Partial<typeof answers> = {}) {
  signedInAs()
  const sent = stubApi({ ...answers, ...changes } as typeof answers)
  await renderPage('card', RechargeCard2, { query: { cardId } })
  await screen.findByText('下一步')
  return () => sent.filter(call => call.path === path)
}

async function press(...keys: string[]) {
  for (const key of keys) {
    fireEvent.click(screen.getAllByRole('button', { name: key }).at(-1) as HTMLElement)
    await Promise.resolve()
  }
}

async function enterPin() {
  fireEvent.click(screen.getByText('下一步'))
  fireEvent.click(await screen.findByText('输入资金密码'))
  await screen.findByText('用资金密码确认')
  await typePin()
}

async function typePin() {
  const dialog = within(document.querySelector('dialog') as HTMLElement)
  for (const key of '135790') {
    fireEvent.click(dialog.getByRole('button', { name: key }))
    await new Promise(resolve => setTimeout(resolve))
  }
}

function confirm() {
  const button = document.querySelector('dialog form button[type=submit]') as HTMLButtonElement
  fireEvent.submit(button.form as HTMLFormElement)
}

describe('recharge from the wallet', () => {
  test.each([
    ['closed', '卡片已注销'],
    ['frozen_risk', '卡片已冻结'],
  ])('a card that is %s is not replaced by another one', async (status, why) => {
    signedInAs()
    const other = { ...sampleCard, id: '01990000-0000-7000-8000-000000000099', last4: '9999' }
    const list = [other, { ...sampleCard, status }]
    stubApi({ ...answers, '/api/customer/card/50/1': done(pageOf(list)) })
    await renderPage('card', RechargeCard2, { query: { cardId } })
    await screen.findByText(why)
    expect(screen.getByText('查看卡片').getAttribute('href')).toBe(
      `#/pages/cardDetail/cardDetail?id=${cardId}`,
    )
    expect(screen.queryByText(/9999|下一步/)).toBeNull()
  })

  test.each([
    [{ missing: '3', keep: '10' }, 'keep'],
    [{ missing: '3' }, 'hold'],
  ])('that the wallet has too little for leads to why: %j', async (data, question) => {
    await show({ [path]: { code: 1401, key: 'balance_insufficient', msg: '', data } })
    await press('100')
    await enterPin()
    confirm()
    const why = (await screen.findByText('为什么？')).closest('a')
    expect(why?.getAttribute('href')).toBe(`#/pages/questionAndAnswer/questionAndAnswer?q=${question}`)
  })

  test('whoever has forgotten the PIN comes back to this card when it is set', async () => {
    go('rechargeCard2', { cardId })
    await show()
    await press('100')
    await enterPin()
    const way = screen.getByText('忘记资金密码？').getAttribute('href')
    const here = encodeURIComponent(`/pages/rechargeCard2/rechargeCard2?cardId=${cardId}`)
    expect(way).toBe(`#/pages/updatePinCode/updatePinCode?back=${here}`)
  })

  test('shows fee, share, total and what stays before anything is confirmed', async () => {
    await show()
    await press('100')
    await screen.findByText(/充值费 1.00 USDT（1%），共付 101.00 USDT/)
    expect(screen.getByText('311.75 USDT')).toBeTruthy()
  })

  test('says the rule of the first recharge before an amount is typed, and caps the amount by it', async () => {
    await show({ '/api/customer/cryptoCurrency/masterBudgetBalance': done({ ...master, firstKeep: '10' }) })
    await screen.findByText(/首次充值需在钱包保留 10.00 USDT/)
    await press('4', '0', '5')
    await screen.findByText(/最多可充 398.76 USDT/)
    expect((screen.getByText('下一步') as HTMLButtonElement).disabled).toBe(true)
  })

  test('up to a balance recharges what lacks, and sends that sum', async () => {
    const sent = await show()
    await press('充到…', '9', '0')
    await screen.findByText(/卡内已有 \$100.00/)
    expect((screen.getByText('下一步') as HTMLButtonElement).disabled).toBe(true)
    await press('200')
    await screen.findByText('需充值 100.00 USDT')
    expect(screen.getByText(/充值费 1.00 USDT/)).toBeTruthy()
    await enterPin()
    confirm()
    await screen.findByText('充值成功')
    expect(screen.getByText('充值费')).toBeTruthy()
    expect(sent()[0]?.body).toMatchObject({ amount: '100' })
  })

  test('a balance to come to is none to recharge after a reload, either', async () => {
    await show()
    await press('充到…', '200')
    await screen.findByText('需充值 100.00 USDT')
    cleanup()
    await show()
    await screen.findByText('需充值 100.00 USDT')
    await press('充到…')
  })

  test('tells what is missing to the last digit', async () => {
    const wallet = { ...master, balance: '20.123456', available: '20.123456' }
    await show({ '/api/customer/cryptoCurrency/masterBudgetBalance': done(wallet) })
    await press('5', '0')
    const exactly = await screen.findByText('充值 30.376544 USDT')
    expect(exactly.getAttribute('href')).toContain('amount=30.376544')
  })

  test('leads to a deposit of just what is missing', async () => {
    await show()
    await press('5', '0', '0')
    const way = await screen.findByText('充值 92.25 USDT')
    expect(way.getAttribute('href')).toBe('#/pages/transferIn/transferIn?coin=USDT&amount=92.25')
  })

  test('a second tap sends nothing; the result is told with its figures', async () => {
    const sent = await show()
    await press('100')
    await enterPin()
    confirm()
    confirm()
    await screen.findByText('充值成功')
    expect(sent()).toHaveLength(1)
    expect(sent()[0]?.body).toMatchObject({ cardId, amount: '100', currency: 'USDT', pin: '135790' })
    expect(screen.getByText('311.75 USDT')).toBeTruthy()
  })

  test('what the summary said is sent, whatever becomes known while the PIN is typed', async () => {
    let available = sampleCard.available
    const sent = await show({
      '/api/customer/card/50/1': () => done(pageOf([{ ...sampleCard, available }])),
    } as never)
    await press('充到…', '200')
    await enterPin()
    available = '150.00'
    dispatchEvent(new CustomEvent('renew', { detail: [] }))
    await screen.findByText(/\$150\.00/)
    confirm()
    await screen.findByText('充值成功')
    expect(sent()[0]?.body).toMatchObject({ amount: '100', total: '101' })
  })

  test('other fees than were shown charge nothing, and are shown', async () => {
    const data = { fee: '2', total: '102' }
    await show({ [path]: { code: 1504, key: 'quote_expired', msg: '', data } })
    await press('100')
    await enterPin()
    confirm()
    await screen.findByText('费用有变化，没有扣款：现在合计 102.00 USDT。请核对后再确认')
  })

  test('no answer is processing, not failure, and asking again carries the same key', async () => {
    let answer: object = { status: 502 }
    const sent = await show({ [path]: () => answer })
    await press('100')
    await enterPin()
    confirm()
    await screen.findByText('处理中')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/网络/)).toBeNull()
    answer = moved
    fireEvent.click(screen.getByText('再次确认'))
    await screen.findByText('用资金密码确认')
    await typePin()
    confirm()
    await screen.findByText('充值成功')
    const [first, second] = sent()
    expect(first?.body.requestId).toBeTruthy()
    expect(second?.body.requestId).toBe(first?.body.requestId)
  })

  test('what has no answer and is not wanted any more is let go of; the same sum once more is a new one', async () => {
    const sent = await show({ [path]: { status: 504 }, [drop.path]: done({ isDropped: true }) } as never)
    await press('100')
    await enterPin()
    confirm()
    fireEvent.click(await screen.findByText('取消这笔操作'))
    await screen.findByText('下一步')
    await enterPin()
    confirm()
    await screen.findByText('处理中')
    const [first, second] = sent()
    expect(second?.body.requestId).not.toBe(first?.body.requestId)
  })

  test('what has no answer comes first after leaving, and nothing new is sent before it has one', async () => {
    let answer: object = { status: 504 }
    const sent = await show({ [path]: () => answer })
    await press('100')
    await enterPin()
    confirm()
    await screen.findByText('处理中')
    cleanup()
    await renderPage('card', ConvertCard)
    await screen.findByText('处理中')
    expect(screen.getByText('100.00 USDT')).toBeTruthy()
    expect(screen.getByText('101.00 USDT')).toBeTruthy()
    expect(screen.getByText(cardTitle(sampleCard).replaceAll('\u00a0', ' '))).toBeTruthy()
    expect(screen.queryByText('下一步')).toBeNull()
    answer = moved
    fireEvent.click(screen.getByText('再次确认'))
    await screen.findByText('用资金密码确认')
    expect(document.querySelector('dialog [data-slide]')).toBeTruthy()
    await typePin()
    confirm()
    await screen.findByText('充值成功')
    expect(sent()).toHaveLength(2)
    expect(sent()[1]?.body).toEqual(sent()[0]?.body)
    // The same sum once more is a decision of its own, and begins empty.
    fireEvent.click(screen.getByText('再来一笔'))
    expect(((await screen.findByText('下一步')) as HTMLButtonElement).disabled).toBe(true)
    await press('1', '0', '0')
    await enterPin()
    confirm()
    await screen.findByText('充值成功')
    expect(sent()[2]?.body).toMatchObject({ amount: '100' })
    expect(sent()[2]?.body.requestId).not.toBe(sent()[0]?.body.requestId)
  })

  test('a no to what was sent before is told above the form, with the sum as it was', async () => {
    let answer: object = { status: 504 }
    await show({ [path]: () => answer })
    await press('100')
    await enterPin()
    confirm()
    await screen.findByText('处理中')
    cleanup()
    answer = { code: 1401, key: 'balance_insufficient', msg: '', data: { missing: '5' } }
    await renderPage('card', RechargeCard2, { query: { cardId } })
    fireEvent.click(await screen.findByText('再次确认'))
    await screen.findByText('用资金密码确认')
    await typePin()
    confirm()
    expect((await screen.findByText('充值 5.00 USDT')).getAttribute('href')).toContain('amount=5')
    await screen.findByText(/共付 101.00 USDT/)
    expect(localStorage.getItem('decisions')).toBeNull()
  })

  test('a wrong PIN is told at the keypad with the tries that are left', async () => {
    await show({ [path]: { code: 1102, key: 'pin_incorrect', msg: '', data: { triesLeft: 4 } } })
    await press('100')
    await enterPin()
    confirm()
    await screen.findByText('资金密码不正确，还可以试 4 次')
  })

  test.each([
    ['card_closed', '卡片已注销', '我的卡片', '#/pages/cardList/cardList'],
    ['card_frozen', /您自己不能解冻。没有资金变动/, '联系客服', /feedback\?refType=card&refId=/],
  ])('the refusal %s comes with the button that mends it', async (key, text, label, href) => {
    await show({ [path]: { code: 1410, key, msg: '', data: null } })
    await press('100')
    await enterPin()
    confirm()
    await screen.findByText(text)
    expect(screen.getByText(label).getAttribute('href')).toMatch(href)
  })
})
