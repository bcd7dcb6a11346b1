import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { drop } from '../../../contract/decision.ts'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { awayBefore, done, renderPage, signedInAs, stubApi, typePin } from '../../testing/testing.tsx'
import { kindName } from '../../ui/kind-name.ts'
import MakeCard from './makeCard.tsx'
import { dropApplyDraft } from './parts/apply/apply-draft.ts'
import { applicationId, daysAgo, home, unpaid } from './testing/apply-samples.ts'
import { answers, paths, showing } from './testing/make-card-acting.tsx'
import { cardId, master, pageOf, sampleCard } from './testing/samples.ts'

async function payWithPin() {
  await screen.findByText('用资金密码确认')
  await typePin()
}

const show = showing(MakeCard)

beforeEach(() => dropApplyDraft(cardId))

describe('filling in an application', () => {
  test('begins with a name that fits on a card', async () => {
    const cardHolder = 'MAXIMILIAN ALEXANDER LIECHTENSTEIN'
    await show({ '/api/customer/card/detail': done({ ...sampleCard, cardHolder }) })
    expect(await screen.findByLabelText('卡面姓名')).toHaveProperty('value', 'M A LIECHTENSTEIN')
    expect(screen.queryByText(/请用 2–26 个英文字母/)).toBeNull()
  })

  test('shows mailing by country, then making, then both, before anything is asked', async () => {
    await show()
    await screen.findByText('12.00 USDT')
    expect(screen.getByText('寄往新加坡')).toBeTruthy()
    expect(screen.getByText('27.00 USDT')).toBeTruthy()
    fireEvent.click(screen.getByDisplayValue('tenmoku'))
    await screen.findByText('112.00 USDT')
  })

  test('asks again for the price that did not come', async () => {
    let isDown = true
    const down = { status: 502, error: 'none', path: paths.cost }
    const sent = await show({ [paths.cost]: () => (isDown ? down : answers[paths.cost]) })
    await waitFor(() => expect(sent.some(({ path }) => path === paths.cost)).toBe(true))
    await new Promise(resolve => setTimeout(resolve, 50))
    isDown = false
    dispatchEvent(new CustomEvent('renew', { detail: [] }))
    await screen.findByText('27.00 USDT')
  })

  test('a name that cannot be embossed is not sent', async () => {
    const sent = await show()
    fireEvent.input(await screen.findByLabelText('卡面姓名'), { target: { value: '林薇' } })
    fireEvent.click(screen.getByText('下一步，核对付款'))
    await screen.findByText(/请用 2–26 个英文字母/)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('卡面姓名')))
    expect(sent.some(({ path }) => path === paths.apply)).toBe(false)
  })

  test('without an address it says so and sends nothing', async () => {
    const sent = await show({ '/api/customer/address/list/20/1': done(pageOf([])) })
    fireEvent.click(await screen.findByText('下一步，核对付款'))
    await screen.findByText('请先选择邮寄地址')
    const way = screen.getByText('选择邮寄地址').closest('a')?.getAttribute('href')
    expect(way).toContain('#/pages/addressList/addressList?select=1&back=')
    await waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe(way))
    expect(sent.some(({ path }) => path === paths.apply)).toBe(false)
  })

  test('pressed before the addresses have come, it goes on once they have', async () => {
    let answer = (_: object) => {}
    const slow = new Promise<object>(resolve => {
      answer = resolve
    })
    const sent = await show({ '/api/customer/address/list/20/1': () => slow })
    fireEvent.click(await screen.findByText('下一步，核对付款'))
    await waitFor(() => expect(screen.getByText('下一步，核对付款').getAttribute('aria-busy')).toBe('true'))
    expect(screen.queryByText('请先选择邮寄地址')).toBeNull()
    answer(done(pageOf([home])))
    await waitFor(() => expect(sent.some(({ path }) => path === paths.apply)).toBe(true))
  })

  test('a country we do not mail to cannot go on', async () => {
    await show({ [paths.cost]: done(null) })
    await screen.findByText('暂时不能寄到新加坡')
    expect(screen.getByText('下一步，核对付款')).toHaveProperty('disabled', true)
  })

  test('a refusal of the state is worded and nothing is paid', async () => {
    const refused = { code: 1305, key: 'apply_failed', msg: '', data: { reason: 'not_mailable' } }
    await show({ [paths.apply]: refused })
    await screen.findByText('27.00 USDT')
    fireEvent.click(screen.getByText('下一步，核对付款'))
    await screen.findByText(/暂时不能寄到这个国家或地区/)
  })

  test('moves nobody who went elsewhere before the answer', async () => {
    const sent = await show({ [paths.apply]: awayBefore(done(unpaid)) })
    await screen.findByText('27.00 USDT')
    fireEvent.click(screen.getByText('下一步，核对付款'))
    await waitFor(() => expect(sent.filter(({ path }) => path === paths.record)).toHaveLength(2))
    expect(currentUrl.value).toBe('/pages/card/card')
  })

  test('sends what is on the page and goes on to pay', async () => {
    let now: object | null = null
    const sent = await show({
      [paths.record]: () => done(now),
      [paths.apply]: () => {
        now = unpaid
        return done(unpaid)
      },
    })
    await screen.findByText('27.00 USDT')
    fireEvent.input(screen.getByLabelText('卡面姓名'), { target: { value: 'lin w.' } })
    expect(screen.getByText('LIN W.')).toBeTruthy()
    fireEvent.click(screen.getByText('下一步，核对付款'))
    await screen.findByText('支付 27.00 USDT')
    expect(sent.find(({ path }) => path === paths.apply)?.body).toEqual({
      cardId,
      cardTypeId: 'celadon-physical',
      addressId: home._id,
      embossName: 'LIN W.',
      material: 'regular',
    })
    expect(currentUrl.value).toBe(`/pages/makeCard/makeCard?cardId=${cardId}&id=${applicationId}`)
  })
})

describe('a card that came back to us', () => {
  test('keeps its name and kind, and only gets another address', async () => {
    const back = { ...unpaid, status: 'returned', can: ['edit', 'pay'], makingFee: '0', total: '12' }
    const sent = await show({ [paths.record]: done(back), [paths.apply]: done(back) }, { step: '1' })
    await screen.findByText('Lin Wei')
    fireEvent.click(screen.getByText('下一步，核对付款'))
    await waitFor(() => expect(sent.some(({ path }) => path === paths.apply)).toBe(true))
    expect(screen.queryByLabelText('卡面姓名')).toBeNull()
    expect(sent.find(({ path }) => path === paths.apply)?.body).toMatchObject({
      id: applicationId,
      embossName: 'LIN WEI',
      cardTypeId: 'celadon-physical',
    })
  })
})

describe('paying for it', () => {
  test('too little money leads to what is missing', async () => {
    const poor = done({ ...master, available: '20' })
    await show({
      [paths.record]: done(unpaid),
      '/api/customer/cryptoCurrency/masterBudgetBalance': poor,
    })
    const way = await screen.findByText('充值 7.00 USDT')
    expect(way.getAttribute('href')).toBe('#/pages/transferIn/transferIn?coin=USDT&amount=7')
  })

  test('fees that changed are shown anew before they are paid', async () => {
    let total = '27'
    const sent = await show({
      [paths.record]: () => done({ ...unpaid, total }),
      [paths.pay]: () => {
        total = '30'
        return { code: 1405, key: 'quote_expired', msg: '', data: null }
      },
    })
    fireEvent.click(await screen.findByText('支付 27.00 USDT'))
    await payWithPin()
    await screen.findByText('支付 30.00 USDT')
    expect(screen.getByText('合计已更新为 30.00 USDT，请核对')).toBeTruthy()
    expect(sent.filter(({ path }) => path === paths.pay)).toHaveLength(1)
  })

  test('no answer is kept as open, and asking again carries the same key', async () => {
    const sent = await show({ [paths.record]: done(unpaid), [paths.pay]: { status: 504 } })
    fireEvent.click(await screen.findByText('支付 27.00 USDT'))
    await payWithPin()
    await screen.findByText('处理中')
    expect(screen.getByText('27.00 USDT')).toBeTruthy()
    expect(screen.getByText(kindName(unpaid.cardTypeName))).toBeTruthy()
    fireEvent.click(screen.getByText('再次确认'))
    await payWithPin()
    expect(document.querySelector('dialog [data-slide]')).toBeTruthy()
    await waitFor(() => expect(sent.filter(({ path }) => path === paths.pay)).toHaveLength(2))
    const [first, second] = sent.filter(({ path }) => path === paths.pay)
    expect(second?.body.requestId).toBe(first?.body.requestId)
    expect(screen.queryByText('申请失败，费用已退回')).toBeNull()
  })

  test('what has no answer and is not wanted any more is let go of', async () => {
    await show({
      [paths.record]: done(unpaid),
      [paths.pay]: { status: 504 },
      [drop.path]: done({ isDropped: true }),
    })
    fireEvent.click(await screen.findByText('支付 27.00 USDT'))
    await payWithPin()
    fireEvent.click(await screen.findByText('取消这笔操作'))
    await screen.findByText('支付 27.00 USDT')
  })

  test('what was sent before its fees changed is asked about with its own sum and key', async () => {
    let total = '27'
    const sent = await show({
      [paths.record]: () => done({ ...unpaid, total }),
      [paths.pay]: { status: 504 },
    })
    fireEvent.click(await screen.findByText('支付 27.00 USDT'))
    await payWithPin()
    await screen.findByText('处理中')
    cleanup()
    total = '30'
    await renderPage('card', MakeCard, { query: { cardId } })
    fireEvent.click(await screen.findByText('再次确认'))
    expect(screen.getByText('27.00 USDT')).toBeTruthy()
    await payWithPin()
    await waitFor(() => expect(sent.filter(({ path }) => path === paths.pay)).toHaveLength(2))
    const [first, second] = sent.filter(({ path }) => path === paths.pay)
    expect(second?.body).toEqual(first?.body)
  })

  test('sends what was shown, once, and goes on to the progress', async () => {
    const paid = { ...unpaid, status: 'applying', payTime: daysAgo(0), can: ['cancel'] }
    let now: object = unpaid
    const sent = await show({
      [paths.record]: () => done(now),
      [paths.pay]: () => {
        now = paid
        return done(paid)
      },
    })
    fireEvent.click(await screen.findByText('支付 27.00 USDT'))
    await payWithPin()
    await screen.findByText('审核中')
    expect(sent.filter(({ path }) => path === paths.pay)).toHaveLength(1)
    expect(sent.find(({ path }) => path === paths.pay)?.body).toMatchObject({
      id: applicationId,
      total: '27',
      pin: '135790',
    })
  })
})

test('the activation takes the place of the wait: back never leads to it once the card is in use', async () => {
  go('makeCard', { id: applicationId }, { replace: true })
  const came = { ...unpaid, status: 'success', can: ['activate'], physicalCardId: 'plastic' }
  await show({ [paths.record]: done(came) }, { id: applicationId })
  const activate = await screen.findByRole('button', { name: '激活实体卡' })
  const { length } = history
  fireEvent.click(activate)
  expect([currentUrl.value, history.length]).toEqual(['/pages/activateCard/activateCard?id=plastic', length])
})

test('whoever has no virtual card is led to one first', async () => {
  signedInAs()
  stubApi({ ...answers, '/api/customer/card/100/1': done(pageOf([])) })
  await renderPage('card', MakeCard, { query: {} })
  const way = await screen.findByText('先开一张虚拟卡')
  expect(way.getAttribute('href')).toBe('#/pages/cardTypeList/cardTypeList?type=virtual')
})

test('a single virtual card needs no question, and the step asked for is kept', async () => {
  signedInAs()
  stubApi(answers)
  const query = { cardTypeId: 'celadon-physical', step: '1' }
  go('makeCard', query, { replace: true })
  await renderPage('card', MakeCard, { query })
  await waitFor(() =>
    expect(currentUrl.value).toBe(
      `/pages/makeCard/makeCard?cardId=${cardId}&cardTypeId=celadon-physical&step=1`,
    ),
  )
})

test('an application that cannot be read offers another try, and no form', async () => {
  await show({ [paths.record]: { status: 500 } })
  await screen.findByText('重试')
  expect(screen.queryByText('下一步，核对付款')).toBeNull()
})

test('somebody else’s application is asked about once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const sent = await show({ [paths.record]: { status: 403 } }, { id: applicationId })
  await screen.findByText('没有访问权限', { selector: 'main *' })
  await act(async () => {
    await vi.advanceTimersByTimeAsync(60_000)
  })
  expect(sent.filter(({ path }) => path === paths.record)).toHaveLength(1)
  vi.useRealTimers()
})
