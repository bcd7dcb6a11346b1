import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCard } from '../../../contract/card.ts'
import { drop } from '../../../contract/decision.ts'
import { decide, undecided } from '../../decision/decision.ts'
import { keepDraft } from '../../forms/draft.ts'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi, typePin } from '../../testing/testing.tsx'
import { kindName } from '../../ui/kind-name.ts'
import PayOpenCard from './payOpenCard.tsx'
import { cardId, celadon, master } from './testing/samples.ts'

const openPath = '/api/customer/card/openCard'
const answers = {
  '/api/common/getCardType': done(celadon),
  '/api/customer/cryptoCurrency/masterBudgetBalance': done(master),
}

async function pay(changes: Parameters<typeof stubApi>[0]) {
  signedInAs()
  const sent = stubApi({ ...answers, ...changes })
  await renderPage('card', PayOpenCard, { query: { cardTypeId: 'celadon', amount: '50' } })
  fireEvent.click(await screen.findByText('支付 55.50 USDT'))
  await payWithPin()
  return sent
}

async function payWithPin() {
  await screen.findByText('用资金密码确认')
  await typePin()
}

describe('paying for a card', () => {
  test('sends the decision once and goes on to watch the order', async () => {
    const sent = await pay({ [openPath]: done({ orderId: cardId }) })
    fireEvent.submit(document.querySelector('dialog form') as HTMLFormElement)
    await waitFor(() =>
      expect(currentUrl.value).toBe(`/pages/payOpenCard/payOpenCard?cardTypeId=celadon&orderId=${cardId}`),
    )
    const opened = sent.filter(({ path }) => path === openPath)
    expect(opened).toHaveLength(1)
    expect(opened[0]?.body).toMatchObject({
      cardTypeId: 'celadon',
      rechargeAmount: '50',
      total: '55.5',
      pin: '135790',
    })
  })

  test('carries the name that was given on the page before, and none from its address', async () => {
    signedInAs()
    const sent = stubApi({ ...answers, [openPath]: done({ orderId: cardId }) })
    keepDraft('nickname celadon', { text: ' 茶 ' })
    const query = { cardTypeId: 'celadon', amount: '50', nickname: 'theirs' }
    await renderPage('card', PayOpenCard, { query })
    fireEvent.click(await screen.findByText('支付 55.50 USDT'))
    expect(document.body.textContent).toContain('茶')
    await payWithPin()
    await waitFor(() => expect(currentUrl.value).toContain(`orderId=${cardId}`))
    expect(sent.find(({ path }) => path === openPath)?.body.nickname).toBe('茶')
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  test('an answer that comes once the page was left leads nowhere', async () => {
    let answer = (_: object) => {}
    await pay({ [openPath]: () => new Promise<object>(done => (answer = done)) })
    await waitFor(() => expect(undecided(openCard)).toHaveLength(1))
    cleanup()
    go('bill')
    answer(done({ orderId: cardId }))
    await waitFor(() => expect(undecided(openCard)).toEqual([]))
    await new Promise(resolve => setTimeout(resolve))
    expect(currentUrl.value).toBe('/pages/bill/bill')
  })

  test('no answer is shown as processing', async () => {
    await pay({ [openPath]: { status: 504 } })
    await screen.findByText('处理中')
    expect(screen.queryByText('开卡失败')).toBeNull()
  })

  describe('at another fee than was shown', () => {
    let openFee = '5'
    beforeEach(() => {
      openFee = '5'
    })
    const kind = () => done({ ...celadon, openFee })
    const bodies = (sent: Awaited<ReturnType<typeof pay>>) =>
      sent.filter(({ path }) => path === openPath).map(({ body }) => body as Record<string, string>)

    test('asks again: it says what changed, and pays the new total with a key of its own', async () => {
      const data = { openFee: '7', rechargeFee: '0.5', total: '57.5' }
      const sent = await pay({
        '/api/common/getCardType': kind,
        [openPath]: () => {
          if (openFee === '7') return done({ orderId: cardId })
          openFee = '7'
          return { code: 1405, key: 'quote_expired', msg: '', data }
        },
      })
      await screen.findByText(/合计由 55.50 USDT 变为 57.50 USDT/)
      await screen.findByText('原为 5.00 USDT')
      fireEvent.click(await screen.findByText('支付 57.50 USDT'))
      await payWithPin()
      await waitFor(() => expect(currentUrl.value).toContain(`orderId=${cardId}`))
      const [first, second] = bodies(sent)
      expect([first?.total, second?.total]).toEqual(['55.5', '57.5'])
      expect(second?.requestId).not.toBe(first?.requestId)
    })

    test('an order without an answer is asked for again as it was sent, so that it is one card', async () => {
      const sent = await pay({ '/api/common/getCardType': kind, [openPath]: { status: 504 } })
      await screen.findByText('处理中')
      openFee = '7'
      cleanup()
      const again = stubApi({
        ...answers,
        '/api/common/getCardType': kind,
        [openPath]: done({ orderId: cardId }),
      })
      await renderPage('card', PayOpenCard, { query: { cardTypeId: 'celadon', amount: '50' } })
      fireEvent.click(await screen.findByRole('button', { name: '再次确认' }))
      await payWithPin()
      await waitFor(() => expect(currentUrl.value).toContain(`orderId=${cardId}`))
      expect(bodies(again)).toEqual(bodies(sent).slice(-1))
    })
  })

  test('what has no answer is asked about before a card of another sum is paid for', async () => {
    let answer: object = { status: 504 }
    const sent = await pay({ [openPath]: () => answer })
    await screen.findByText('处理中')
    cleanup()
    await renderPage('card', PayOpenCard, { query: { cardTypeId: 'celadon', amount: '80' } })
    await screen.findByText('处理中')
    answer = done({ orderId: cardId })
    fireEvent.click(screen.getByText('再次确认'))
    await payWithPin()
    await waitFor(() => expect(currentUrl.value).toContain(`orderId=${cardId}`))
    const [first, second] = sent.filter(({ path }) => path === openPath)
    expect(first?.body).toMatchObject({ rechargeAmount: '50' })
    expect(second?.body).toEqual(first?.body)
  })

  test('what has no answer is named with its card and sums, and is confirmed by a slide as it was at first', async () => {
    await pay({ [openPath]: { status: 504 } })
    await screen.findByText(/如果还没有办理，会就此办理，绝不重复/)
    for (const words of [kindName(celadon.name), '55.50 USDT', '50.00 USDT'])
      expect(screen.getByText(words)).toBeTruthy()
    fireEvent.click(screen.getByText('再次确认'))
    await screen.findByText('用资金密码确认')
    expect(document.querySelector('dialog [data-slide]')).toBeTruthy()
  })

  test('what has no answer and is not wanted any more is let go of', async () => {
    await pay({ [openPath]: { status: 504 }, [drop.path]: done({ isDropped: true }) })
    fireEvent.click(await screen.findByText('取消这笔操作'))
    await screen.findByText('已取消：没有办理，也不会再办理')
    await screen.findByText('支付 55.50 USDT')
  })

  test('what was answered after all is not let go of, and says how to see it', async () => {
    await pay({ [openPath]: { status: 504 }, [drop.path]: done({ isDropped: false }) })
    fireEvent.click(await screen.findByText('取消这笔操作'))
    await screen.findByText('已经有了结果，不能取消。请再次确认查看')
    expect(screen.getByText('处理中')).toBeTruthy()
  })

  test('another order that costs something else now is said to be off, without its sums', async () => {
    let answer: object = { status: 504 }
    await pay({ [openPath]: () => answer })
    await screen.findByText('处理中')
    cleanup()
    await renderPage('card', PayOpenCard, { query: { cardTypeId: 'celadon', amount: '80' } })
    fireEvent.click(await screen.findByText('再次确认'))
    answer = { code: 1405, key: 'quote_expired', msg: '', data: { total: '57.5' } }
    await payWithPin()
    await screen.findByText(/之前那笔订单的费用有变化，没有办理/)
    expect(document.body.textContent).not.toMatch(/55\.50|57\.50/)
    expect(screen.getByText('支付 85.80 USDT')).toBeTruthy()
  })

  test('what another tab sent meanwhile is asked about before this one is paid for', async () => {
    signedInAs()
    const sent = stubApi({ ...answers, [openPath]: { status: 504 } })
    await renderPage('card', PayOpenCard, { query: { cardTypeId: 'celadon', amount: '50' } })
    fireEvent.click(await screen.findByText('支付 55.50 USDT'))
    await decide(openCard, { cardTypeId: 'celadon', total: '5', pin: '135790' })
    await payWithPin()
    await screen.findByText('处理中')
    expect(sent.filter(({ path }) => path === openPath)).toHaveLength(1)
  })

  test.each([
    ['not_certified', '去认证', '#/pages/kyc/kyc?back=%2F'],
    ['balance_insufficient', '充值 37.50 USDT', '#/pages/transferIn/transferIn?coin=USDT&amount=37.5'],
    ['card_type_disabled', '看其他卡种', '#/pages/cardTypeList/cardTypeList'],
    ['amount_out_of_range', '修改金额', '#/pages/openCard/openCard?cardTypeId=celadon'],
    ['limit_exceeded', '我的卡片', '#/pages/cardList/cardList'],
  ])('the refusal %s comes with the way to mend it', async (key, label, href) => {
    await pay({ [openPath]: { code: 1205, key, msg: '', data: { missing: '37.5', limit: '5' } } })
    expect((await screen.findByText(label)).getAttribute('href')).toBe(href)
  })

  test.each([
    ['none', /由发卡方在自己的页面收集/],
    ['refused', /没有通过这份持卡人信息/],
  ])(
    'a cardholder whom the issuer has not taken (%s) leads to its page, with the sum kept',
    async (state, text) => {
      await pay({ [openPath]: { code: 1202, key: 'kyc_missing', msg: '', data: { cardHolder: state } } })
      await screen.findByText(text)
      expect(screen.getByText('前往发卡方页面').getAttribute('href')).toBe(
        '#/pages/openCardKyc/openCardKyc?cardTypeId=celadon&amount=50',
      )
      expect(screen.queryByText('去认证')).toBeNull()
    },
  )
})
