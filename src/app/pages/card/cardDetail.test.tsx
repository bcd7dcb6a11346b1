import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { monthBy, monthName, monthOf } from '../../display/calendar.ts'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import {
  done,
  renderHere,
  renderPage,
  signedInAs,
  silentAt,
  stubApi,
  typePin,
} from '../../testing/testing.tsx'
import CardDetail from './cardDetail.tsx'
import { cardId, pageOf, sampleCard, sampleDetail } from './testing/samples.ts'

const number = '4821 0000 1111 4821'
const url = 'https://issuer.example/reveal'
const answers = {
  '/api/customer/card/detail': done(sampleDetail),
  '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
  '/api/customer/card/cardSecret': done({ token: 'one-time', url, expiresAt: '2026-11-21T10:00:00.000Z' }),
  [url]: { number: '4821000011114821', expiry: '09/29', securityCode: '731' },
}

async function show(changes: Parameters<typeof stubApi>[0] = {}) {
  signedInAs()
  const sent = stubApi({ ...answers, ...changes })
  await renderPage('card', CardDetail, { query: { id: cardId } })
  await screen.findAllByText('查看完整卡号')
  return sent
}

function hide() {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.restoreAllMocks()
}

async function reveal() {
  fireEvent.click(screen.getByRole('button', { name: '查看完整卡号' }))
  await screen.findByText('输入资金密码查看卡片信息')
  await typePin()
}

describe('the full details of a card', () => {
  test('come from the issuer with the token and the proof it was asked for with, and are stored nowhere', async () => {
    const sent = await show()
    await reveal()
    await waitFor(() => expect(screen.getAllByText(number)).toHaveLength(2))
    const asked = sent.find(({ path }) => path === url)
    const { proof } = sent.find(({ path }) => path.endsWith('/cardSecret'))?.body ?? {}
    expect(proof).toMatch(/^[\da-f]{8}-/)
    expect(asked?.body).toEqual({ token: 'one-time', proof })
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(proof)
    expect(asked?.headers).toEqual({ 'content-type': 'application/json' })
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/4821000011114821|731/)
    expect(screen.getByLabelText('复制安全码')).toBeTruthy()
  })

  test.each([
    ['the window loses focus', () => window.dispatchEvent(new Event('blur'))],
    ['the page is left', () => go('card')],
    ['the page is put away', () => window.dispatchEvent(new Event('pagehide'))],
    ['the app is hidden', hide],
  ])('are dropped when %s', async (_, leave) => {
    await show()
    await reveal()
    await waitFor(() => expect(screen.getAllByText(number)).toHaveLength(2))
    act(leave)
    await waitFor(() => expect(screen.queryByText(number)).toBeNull())
  })

  test('are not even read when the app lost sight before the token came', async () => {
    const sent = await show({
      '/api/customer/card/cardSecret': () => {
        window.dispatchEvent(new Event('blur'))
        return answers['/api/customer/card/cardSecret']
      },
    })
    await reveal()
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
    expect(sent.filter(({ path }) => path === url)).toEqual([])
  })

  test('are not read once the sheet was closed over the question, nor for the next question', async () => {
    const answer: ((token: object) => void)[] = []
    const sent = await show({
      '/api/customer/card/cardSecret': () => new Promise<object>(done => answer.push(done)),
    })
    await reveal()
    await waitFor(() => expect(answer).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    await new Promise(resolve => setTimeout(resolve))
    await reveal()
    await waitFor(() => expect(answer).toHaveLength(2))
    answer[0]?.(answers['/api/customer/card/cardSecret'])
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(document.querySelector('dialog')).toBeTruthy()
    expect(sent.filter(({ path }) => path === url)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    answer[1]?.(answers['/api/customer/card/cardSecret'])
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(sent.filter(({ path }) => path === url)).toEqual([])
    expect(screen.queryByText(number)).toBeNull()
  })

  test('are dropped after 30 seconds', async () => {
    await show()
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
      shouldAdvanceTime: true,
    })
    await reveal()
    await waitFor(() => expect(screen.getAllByText(number)).toHaveLength(2))
    act(() => void vi.advanceTimersByTime(29_000))
    expect(screen.getAllByText(number)).toHaveLength(2)
    act(() => void vi.advanceTimersByTime(2_000))
    await waitFor(() => expect(screen.queryByText(number)).toBeNull())
  })

  test('take the focus when they come, and leave it to the card when they go', async () => {
    await show()
    await reveal()
    const note = await screen.findByText('到时自动隐藏，切换应用也会隐藏')
    await waitFor(() => expect(document.activeElement).toBe(note))
    fireEvent.click(screen.getAllByText('隐藏卡号').at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByText(number)).toBeNull())
    expect(document.activeElement?.textContent).toMatch('查看完整卡号')
  })

  test('are asked for with another proof each time', async () => {
    const sent = await show({ [url]: { status: 410 } })
    await reveal()
    await screen.findByText('发卡方没有返回卡片信息')
    await reveal()
    await waitFor(() => expect(sent.filter(({ path }) => path === url)).toHaveLength(2))
    const proofs = sent.filter(({ path }) => path === url).map(({ body }) => body.proof)
    expect(new Set(proofs).size).toBe(2)
  })

  test('say that the issuer did not answer, and offer another try', async () => {
    await show({ [url]: { status: 410 } })
    await reveal()
    await screen.findByText('发卡方没有返回卡片信息')
    expect(screen.getByText('重试')).toBeTruthy()
  })
})

describe('an issuer who does not answer', () => {
  const inOwnTime = () =>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })

  test('is waited for a minute, then there is another try', async () => {
    await show()
    const isStopped = silentAt(url)
    inOwnTime()
    await reveal()
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
    await act(async () => void (await vi.advanceTimersByTimeAsync(55_000)))
    expect(screen.queryByText('发卡方没有返回卡片信息')).toBeNull()
    await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)))
    expect(screen.getByText('发卡方没有返回卡片信息')).toBeTruthy()
    expect(isStopped()).toBe(true)
  })

  test('is not complained of when the customer has looked away since', async () => {
    await show()
    const isStopped = silentAt(url)
    inOwnTime()
    await reveal()
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
    act(() => void window.dispatchEvent(new Event('blur')))
    expect(isStopped()).toBe(true)
    await act(async () => void (await vi.advanceTimersByTimeAsync(61_000)))
    expect(screen.queryByText('发卡方没有返回卡片信息')).toBeNull()
  })
})

describe('a purchase declined for a wrong number, date or code', () => {
  test('leads to the PIN that shows the right ones, time and again', async () => {
    signedInAs()
    stubApi(answers)
    go('cardDetail', { id: cardId })
    await renderHere('card', CardDetail)
    for (let time = 0; time < 2; time++) {
      go('cardDetail', { id: cardId, open: 'reveal' })
      await screen.findByText('输入资金密码查看卡片信息')
      expect(location.hash).toBe(`#/pages/cardDetail/cardDetail?id=${cardId}`)
      fireEvent.click(screen.getByLabelText('关闭'))
      await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
    }
  })

  test('asks for nothing where the card has nothing to show', async () => {
    signedInAs()
    stubApi({ ...answers, '/api/customer/card/detail': done({ ...sampleCard, status: 'frozen_risk' }) })
    go('cardDetail', { id: cardId, open: 'reveal' })
    await renderHere('card', CardDetail)
    await waitFor(() => expect(location.hash).toBe(`#/pages/cardDetail/cardDetail?id=${cardId}`))
    expect(document.querySelector('dialog')).toBeNull()
  })
})

describe('the month whose purchases are shown', () => {
  test('is there still on the way back, and the card before anybody answers', async () => {
    signedInAs()
    const sent = stubApi(answers)
    go('cardDetail', { id: cardId })
    await renderHere('card', CardDetail)
    fireEvent.click(await screen.findByLabelText('上个月'))
    const asked = () => sent.findLast(({ path }) => path.endsWith('/cardTranscationList/20/1'))?.body.month
    const month = monthBy(monthOf(), -1)
    await waitFor(() => expect(asked()).toBe(month))
    expect(currentUrl.value).toBe(`/pages/cardDetail/cardDetail?id=${cardId}&month=${month}`)
    cleanup()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    await renderHere('card', CardDetail)
    expect(screen.getByLabelText(new RegExp(monthName(month)))).toBeTruthy()
  })
})

describe('the billing address', () => {
  test('stands part by part, each to be copied', async () => {
    await show()
    await screen.findByText('账单地址')
    for (const part of ['Kiln Road 1', 'Jingdezhen', '333000'])
      expect(screen.getByLabelText(`复制${part}`)).toBeTruthy()
    expect(screen.getByText(/中国/)).toBeTruthy()
  })

  test('is said to be what the issuer was told where only it knows', async () => {
    await show({ '/api/customer/card/detail': done({ ...sampleDetail, billingAddress: null }) })
    await screen.findByText('与您在发卡方页面填写的一致')
  })
})

describe('freezing', () => {
  test('is where a purchase that was not ours leads, time and again', async () => {
    signedInAs()
    stubApi(answers)
    go('cardDetail', { id: cardId })
    await renderHere('card', CardDetail)
    for (let time = 0; time < 2; time++) {
      await screen.findByText('冻结')
      go('cardDetail', { id: cardId, open: 'freeze' })
      await waitFor(() => expect(location.hash).toBe(`#/pages/cardDetail/cardDetail?id=${cardId}`))
      expect(document.activeElement?.textContent).toBe('冻结')
      ;(document.activeElement as HTMLElement).blur()
    }
  })

  test('happens at once and tells what still goes through', async () => {
    await show({ '/api/customer/card/freeze': done({ ...sampleCard, status: 'frozen_user' }) })
    stubApi({
      ...answers,
      '/api/customer/card/freeze': done({ ...sampleCard, status: 'frozen_user' }),
      '/api/customer/card/detail': done({ ...sampleCard, status: 'frozen_user' }),
    })
    fireEvent.click(screen.getByText('冻结'))
    await screen.findByText(/退款和此前已批准的消费仍会处理/)
    expect(screen.getAllByText('解冻').length).toBeGreaterThan(0)
  })

  test('that is refused says why', async () => {
    await show({ '/api/customer/card/freeze': { code: 1410, key: 'card_closed', msg: '', data: null } })
    fireEvent.click(screen.getByText('冻结'))
    await screen.findByText('卡片已注销')
  })
})

test('a card of somebody else is no matter of the network', async () => {
  signedInAs()
  stubApi({ '/api/customer/card/detail': { status: 403 } })
  await renderPage('card', CardDetail, { query: { id: cardId } })
  await screen.findByText('没有访问权限', { selector: 'main *' })
  expect(screen.queryByText(/检查网络/)).toBeNull()
})
