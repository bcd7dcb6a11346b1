import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../testing/testing.tsx'
import { clock } from '../ui/when.ts'
import { ExportSheet } from './export-sheet.tsx'

const [monthly, anyDays] = ['/api/customer/statement/2026-11', '/api/customer/bill/export']
const file = done({ name: 'glaze-2026-11.pdf', type: 'application/pdf', content: btoa('paper') })

const onKept = vi.fn()
const Sheet = () => <ExportSheet month="2026-11" onKept={onKept} />
const downloads: string[] = []

beforeEach(() => {
  onKept.mockReset()
  downloads.length = 0
  signedInAs({ createTime: '2026-01-15T00:00:00.000Z' })
  vi.useFakeTimers({ now: new Date('2026-11-22T08:00:00Z'), shouldAdvanceTime: true })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the export of a statement', () => {
  test('says that it failed and makes it at the next press', async () => {
    stubApi({ [monthly]: { status: 500 } })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('生成对账单'))
    expect(await screen.findByText('网络错误，请稍后再试')).toBeTruthy()
    expect(downloads).toEqual([])
    const sent = stubApi({ [monthly]: file })
    fireEvent.click(screen.getByText('生成对账单'))
    await waitFor(() => expect(onKept).toHaveBeenCalledOnce())
    expect(downloads).toEqual(['glaze-2026-11.pdf'])
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(sent[0]?.body).toEqual({ format: 'pdf', zone: timeZone, lang: 'zh' })
  })

  test('refuses days that are backwards or more than a year before anything is sent', async () => {
    const sent = stubApi({ [anyDays]: file })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('自选日期'))
    const from = await screen.findByLabelText('开始日期')
    for (const day of ['2026-12-01', '2025-11-29', '']) {
      fireEvent.input(from, { target: { value: day } })
      fireEvent.click(screen.getByText('生成对账单'))
      expect(await screen.findByText('结束日期不能早于开始日期，期间最长 366 天')).toBeTruthy()
    }
    expect(sent).toEqual([])
  })

  test('takes a year and a day though the clocks go back within it', async () => {
    const ofPhone = clock.value
    onTestFinished(() => {
      clock.value = ofPhone
    })
    const wentBackAt = Date.parse('2025-11-02T06:00:00Z')
    clock.value = at => +at - (+at < wentBackAt ? 4 : 5) * 3_600_000
    const sent = stubApi({ [anyDays]: file })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('自选日期'))
    for (const [label, day] of [
      ['开始日期', '2025-11-02'],
      ['结束日期', '2026-11-02'],
    ] as const)
      fireEvent.input(await screen.findByLabelText(label), { target: { value: day } })
    fireEvent.click(screen.getByText('生成对账单'))
    await waitFor(() => expect(onKept).toHaveBeenCalledOnce())
    expect(sent[0]?.body).toMatchObject({
      startTime: '2025-11-02T04:00:00.000Z',
      endTime: '2026-11-03T05:00:00.000Z',
    })
  })

  test('asks for whole days of the reader’s clock, in the form that was chosen', async () => {
    const sent = stubApi({ [anyDays]: file })
    await renderPage('statement', Sheet, { language: 'en-US' })
    fireEvent.click(screen.getByText('Custom dates'))
    fireEvent.input(await screen.findByLabelText('First day'), { target: { value: '2026-11-20' } })
    expect(screen.getByText(/can check that it is genuine/)).toBeTruthy()
    fireEvent.click(screen.getByText('CSV'))
    expect(screen.queryByText(/can check that it is genuine/)).toBeNull()
    fireEvent.click(screen.getByText('Create statement'))
    await waitFor(() => expect(onKept).toHaveBeenCalledOnce())
    expect(sent[0]?.body).toMatchObject({
      format: 'csv',
      lang: 'en',
      startTime: new Date(2026, 10, 20).toISOString(),
      endTime: new Date(2026, 11, 1).toISOString(),
    })
  })

  test('of one card asks for that alone, of no month before there was one', async () => {
    const sent = stubApi({ [monthly]: file })
    const card = { cardOutId: '01990000-0000-7000-8000-000000000001', createTime: '2026-10-02T00:00:00.000Z' }
    await renderPage('statement', () => <ExportSheet month="2026-11" card={card} onKept={onKept} />)
    const months = screen.getByLabelText('选择月份').querySelectorAll('option')
    expect([...months].map(option => option.value)).toEqual(['2026-11', '2026-10'])
    expect(screen.getByText(/包含这张卡/)).toBeTruthy()
    fireEvent.click(screen.getByText('生成对账单'))
    await waitFor(() => expect(onKept).toHaveBeenCalledOnce())
    expect(sent[0]?.body).toMatchObject({ format: 'pdf', cardOutId: card.cardOutId })
  })

  test('says what to do when there are too many movements', async () => {
    stubApi({ [monthly]: { code: 1411, key: 'limit_exceeded', msg: '', data: { limit: '5000' } } })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('生成对账单'))
    expect(await screen.findByText(/请缩短期间，或改用 CSV/)).toBeTruthy()
  })

  test('says when there are papers again after too many', async () => {
    const data = { reason: 'too_often', limit: 30, until: '2026-11-22T08:40:00.000Z' }
    stubApi({ [monthly]: { code: 1411, key: 'limit_exceeded', msg: '', data } })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('生成对账单'))
    expect(await screen.findByText(/\d\d:\d\d ?之后再试，或改用另一种格式/)).toBeTruthy()
  })

  test('keeps the file for a press of its own where the phone wants one, without making it again', async () => {
    const sent = stubApi({ [monthly]: file })
    const shared: unknown[] = []
    let isTouched = false
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    vi.stubGlobal('navigator', {
      canShare: () => true,
      share: async (what: unknown) => {
        if (!isTouched) throw new DOMException('', 'NotAllowedError')
        shared.push(what)
      },
    })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('生成对账单'))
    const save = await screen.findByText('保存文件')
    expect(onKept).not.toHaveBeenCalled()
    isTouched = true
    fireEvent.click(save)
    await waitFor(() => expect(onKept).toHaveBeenCalledOnce())
    expect(shared).toHaveLength(1)
    expect(sent).toHaveLength(1)
  })

  test('keeps nothing that was asked for before something else was chosen', async () => {
    let answer = (_: object) => {}
    const slow = new Promise<object>(resolve => {
      answer = resolve
    })
    const october = done({ name: 'glaze-2026-10.pdf', type: 'application/pdf', content: btoa('paper') })
    const sent = stubApi({ [monthly]: () => slow, '/api/customer/statement/2026-10': october })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('生成对账单'))
    await waitFor(() => expect(sent).toHaveLength(1))
    const month = screen.getByLabelText('选择月份') as HTMLSelectElement
    month.value = '2026-10'
    month.dispatchEvent(new Event('change', { bubbles: true }))
    answer(file)
    fireEvent.click(await screen.findByText('生成对账单'))
    await waitFor(() => expect(downloads).toEqual(['glaze-2026-10.pdf']))
    expect(sent).toHaveLength(2)
  })

  test('keeps nothing once it was closed', async () => {
    let answer = (_: object) => {}
    const slow = new Promise<object>(resolve => {
      answer = resolve
    })
    const sent = stubApi({ [monthly]: () => slow })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('生成对账单'))
    await waitFor(() => expect(sent).toHaveLength(1))
    cleanup()
    await vi.advanceTimersByTimeAsync(100)
    answer(file)
    await vi.advanceTimersByTimeAsync(100)
    expect(downloads).toEqual([])
    expect(onKept).not.toHaveBeenCalled()
  })

  test('says what to do inside Telegram, which keeps no files', async () => {
    stubApi({ [monthly]: file })
    vi.stubGlobal('glaze', { early: {}, params: { tgWebAppPlatform: 'ios', tgWebAppVersion: '8.0' } })
    await renderPage('statement', Sheet)
    fireEvent.click(screen.getByText('生成对账单'))
    expect(await screen.findByText(/请在浏览器里打开 Glaze/)).toBeTruthy()
    expect(downloads).toEqual([])
    expect(onKept).not.toHaveBeenCalled()
  })
})
