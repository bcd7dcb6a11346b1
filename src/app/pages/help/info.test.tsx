import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { done, renderPage, signedInAs, silentAt, stubApi } from '../../testing/testing.tsx'
import { clock } from '../../ui/when.ts'
import About from './about.tsx'
import Info from './info.tsx'
import QuestionAndAnswer from './questionAndAnswer.tsx'

const text = '/api/common/params/agreement/get/service'
const list = '/api/customer/agreement/list'
const accept = '/api/customer/agreement/accept'
const agreement = {
  key: 'service',
  title: '服务协议',
  version: '1.2',
  date: '2026-10-01',
  changed: ['期限延长到 60 天。'],
  sections: [{ heading: '一', text: '正文' }],
}
const state = (version: string) =>
  done([{ ...agreement, sections: undefined, accepted: { version, at: '2026-11-01T00:00:00.000Z' } }])

describe('an agreement', () => {
  test('is read without a session, with what changed, and asks nobody for anything', async () => {
    const sent = stubApi({ [text]: done(agreement) })
    await renderPage('help', Info, { query: { key: 'service' } })
    expect(await screen.findByText('期限延长到 60 天。')).toBeTruthy()
    expect(sent.map(({ path }) => path)).not.toContain(list)
    expect(screen.queryByText(/我已阅读并同意/)).toBeNull()
  })

  test('says which version was agreed to, and takes the yes to a newer one', async () => {
    signedInAs()
    let version = '1.1'
    const sent = stubApi({
      [text]: done(agreement),
      [list]: () => state(version),
      [accept]: () => {
        version = '1.2'
        return done(null)
      },
    })
    await renderPage('help', Info, { query: { key: 'service' } })
    fireEvent.click(await screen.findByText('我已阅读并同意 1.2 版'))
    await waitFor(() => expect(screen.queryByText('我已阅读并同意 1.2 版')).toBeNull())
    expect(sent.find(({ path }) => path === accept)?.body).toEqual({ key: 'service', version: '1.2' })
    expect(screen.getByText(/同意了 1.2 版/)).toBeTruthy()
  })
})

describe('an agreement with a version to come', () => {
  const coming = {
    title: '服务协议',
    version: '1.3',
    date: '2026-12-07',
    changed: ['邮箱也算在内。'],
    sections: [{ heading: '一', text: '新的正文' }],
  }

  test.each([
    ['west', -8],
    ['east', 13],
  ])('tells the same day of it far in the %s', async (_where, hours) => {
    const before = clock.value
    clock.value = at => +at + hours * 3_600_000
    stubApi({ [text]: done({ ...agreement, coming }) })
    await renderPage('help', Info, { query: { key: 'service' } })
    await screen.findByText(/^1.3 版 2026年12月7日（UTC）起生效/)
    expect(screen.getByText(/版本 1.2，2026年10月1日起生效/)).toBeTruthy()
    clock.value = before
  })

  test('shows the text in force with the day of the next one, which can be read', async () => {
    stubApi({ [text]: done({ ...agreement, coming }) })
    await renderPage('help', Info, { query: { key: 'service' } })
    await screen.findByText(/^1.3 版 2026年12月7日（UTC）起生效，在那之前以现行版本为准。.*注销账户。$/)
    expect(screen.getByText('正文')).toBeTruthy()
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('1.2 版（现行）')
    fireEvent.click(screen.getByRole('button', { name: '1.3 版（2026年12月7日起）' }))
    expect(await screen.findByText('新的正文')).toBeTruthy()
    expect(screen.getByText('邮箱也算在内。')).toBeTruthy()
    expect(screen.getByText('将生效')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '1.2 版（现行）' }))
    expect(await screen.findByText('正文')).toBeTruthy()
    expect(screen.getByText('现行')).toBeTruthy()
    expect(screen.queryByText('新的正文')).toBeNull()
  })

  test('tells of the one after it too, and each of them can be read', async () => {
    const later = {
      ...coming,
      version: '1.4',
      date: '2026-12-14',
      sections: [{ heading: '一', text: '再新的正文' }],
    }
    stubApi({ [text]: done({ ...agreement, coming: { ...coming, coming: later } }) })
    await renderPage('help', Info, { query: { key: 'service' } })
    await screen.findByText(/^1.3 版 2026年12月7日（UTC）起生效/)
    fireEvent.click(screen.getByRole('button', { name: '1.4 版（2026年12月14日起）' }))
    expect(await screen.findByText('再新的正文')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '1.3 版（2026年12月7日起）' }))
    expect(await screen.findByText('新的正文')).toBeTruthy()
    expect(screen.getByRole('button', { name: '1.2 版（现行）' })).toBeTruthy()
  })
})

describe('what is told everybody', () => {
  const incident = '/api/common/params/app/get/incident'
  const since = new Date(new Date().getFullYear() - 1, 4, 3, 9, 41).toISOString()

  test.each([
    ['zh-CN', '<b>提现延迟</b>', /^开始时间：.*5月3日/],
    ['en-US', 'Withdrawals are late', /^Since .*May/],
  ] as const)('is shown as text, with its beginning, in %s', async (language, text, from) => {
    stubApi({ [incident]: done({ text, since }) })
    await renderPage('help', Info, { query: { key: 'incident' }, language })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText(from)).toBeTruthy()
  })

  test.each([
    ['zh-CN', '目前没有公告。'],
    ['en-US', 'No notices right now.'],
  ] as const)('is nothing at most times, and the page says so in %s', async (language, words) => {
    stubApi({ [incident]: done(null) })
    await renderPage('help', Info, { query: { key: 'incident' }, language })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('can be asked for again where no answer came', async () => {
    let answer: object = { status: 502, error: 'none', path: incident }
    stubApi({ [incident]: () => answer })
    await renderPage('help', Info, { query: { key: 'incident' } })
    const again = await screen.findByText('重试')
    answer = done({ text: '提现延迟', since })
    fireEvent.click(again)
    expect(await screen.findByText('提现延迟')).toBeTruthy()
  })
})

describe('the licences', () => {
  test('say so where there is no list: it is made by the build', async () => {
    stubApi({})
    await renderPage('help', Info, { query: { key: 'licences' } })
    expect(await screen.findByText(/清单在正式构建时生成/)).toBeTruthy()
  })

  test('are waited for a minute, then there is another try', async () => {
    stubApi({})
    const isStopped = silentAt('/licences.json')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await renderPage('help', Info, { query: { key: 'licences' } })
    await act(async () => void (await vi.advanceTimersByTimeAsync(59_999)))
    expect(screen.queryByText('重试')).toBeNull()
    await act(async () => void (await vi.advanceTimersByTimeAsync(1)))
    expect(screen.getByText('重试')).toBeTruthy()
    expect(isStopped()).toBe(true)
  })
})

describe('the terms', () => {
  test.each([
    ['About', About],
    ['the questions', QuestionAndAnswer],
  ])('are a press away from %s', async (_page, From) => {
    stubApi({})
    await renderPage('help', From)
    expect(screen.getByText('资金用语对照').closest('a')?.getAttribute('href')).toBe(
      '#/pages/info/info?key=terms',
    )
  })

  test.each([
    ['zh-CN', ['zh-Hans', 'en']],
    ['en-US', ['en', 'zh-Hans']],
  ] as const)('stand in both languages side by side in %s, the own one first', async (language, order) => {
    stubApi({})
    await renderPage('help', Info, { query: { key: 'terms' }, language })
    const row = (await screen.findByText('待入账')).closest('li') as HTMLElement
    expect([...row.children].map(each => (each as HTMLElement).lang)).toEqual(order)
    expect(within(row).getByText('Pending')).toBeTruthy()
    expect(within(row).getByText(/以入账为准/)).toBeTruthy()
    expect(within(row).getByText(/not posted yet/)).toBeTruthy()
  })
})
