import { act, cleanup, render, screen, waitFor } from '@testing-library/preact'
import { render as mount } from 'preact'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { App } from './app.tsx'
import { go, relaunch } from './routing/hash-location.tsx'
import { attempts } from './routing/routes.ts'
import { signOut } from './state/session.ts'
import { signedInAs } from './testing/testing.tsx'

const pages = vi.hoisted(() => ({ load: vi.fn() }))
vi.mock('virtual:pages', () => ({
  areaOf: async (name: string) => (name === 'constructor' ? undefined : 'account'),
  loadHome: () => pages.load('index'),
  load: pages.load,
}))
vi.mock('virtual:sprite', () => ({ default: document.createElement('svg') }))

beforeEach(() => {
  relaunch()
  render(<App />)
})

/** A page that comes when it is told to. */
function coming() {
  let arrive = (_: object) => {}
  let miss = (_: Error) => {}
  pages.load.mockReturnValueOnce(
    new Promise((resolve, reject) => {
      arrive = resolve
      miss = reject
    }),
  )
  return {
    arrive: (page: string | (() => never)) => {
      const told = ({ query }: { query: object }) => page + JSON.stringify(query)
      return act(async () => arrive({ default: typeof page === 'string' ? told : page }))
    },
    miss: () => act(async () => miss(new Error('no network'))),
  }
}

test('the page before stays until the next one is here, and gives way to a skeleton after a moment', async () => {
  const page = coming()
  await screen.findByText('数字资产，刷卡即付')
  act(() => go('loginLog', { from: 'home' }))
  expect(screen.getByText('数字资产，刷卡即付')).toBeTruthy()
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeTruthy())
  await page.arrive('signed in ')
  expect(await screen.findByText('signed in {"from":"home"}')).toBeTruthy()
  expect(document.querySelector('[aria-busy]')).toBeNull()
  expect(screen.queryByText('数字资产，刷卡即付')).toBeNull()
})

test('a page that comes too late is not shown over the one that was wanted next', async () => {
  const slow = coming()
  act(() => go('address'))
  const quick = coming()
  act(() => go('safeCenter'))
  await quick.arrive('safe ')
  await slow.arrive('addresses ')
  expect(await screen.findByText('safe {}')).toBeTruthy()
  expect(screen.queryByText('addresses {}')).toBeNull()
})

test('a page that was waited for and breaks says so, with ways on, and no skeleton lies over it', async () => {
  const page = coming()
  act(() => go('kyc'))
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeTruthy())
  vi.spyOn(console, 'error').mockReturnValueOnce()
  await page.arrive(() => {
    throw new Error('broken')
  })
  expect((await screen.findByRole('alert')).textContent).toMatch('页面出了点问题')
  expect(document.querySelector('[aria-busy]')).toBeNull()
})

test('a place that has changed before anybody listened is shown', async () => {
  cleanup()
  const [here, there] = [coming(), coming()]
  go('bill')
  const root = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => mount(null, root))
  mount(<App />, root)
  await here.arrive('here ')
  history.replaceState(null, '', '#/pages/scan/scan')
  // Drawn once more before the first effects have run: they come in the middle of it.
  attempts.value += 1
  await there.arrive('there ')
  expect(await screen.findByText('there {}')).toBeTruthy()
})

test('a page that does not come within a minute says so, and takes its place when it comes', async () => {
  const page = coming()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  act(() => go('fees'))
  await act(async () => void (await vi.advanceTimersByTimeAsync(59_000)))
  expect(screen.queryByText('加载失败')).toBeNull()
  await act(async () => void (await vi.advanceTimersByTimeAsync(1_000)))
  vi.useRealTimers()
  await screen.findByRole('button', { name: '重试' })
  pages.load.mockResolvedValueOnce({ default: () => 'fees at last' })
  await page.arrive('fees ')
  expect(await screen.findByText('fees at last')).toBeTruthy()
})

test('an address of no page says so, whatever its name', async () => {
  act(() => go('constructor' as 'card'))
  expect(await screen.findByText('这个地址没有对应的页面。')).toBeTruthy()
  expect(pages.load).not.toHaveBeenCalledWith('constructor')
})

test('a customer sees their own Home once it is here, and a stranger’s when they have left, before that too', async () => {
  const mine = coming()
  act(() => signedInAs())
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeTruthy())
  act(() => signOut())
  expect(await screen.findByText('数字资产，刷卡即付')).toBeTruthy()
  expect(document.querySelector('[aria-busy]')).toBeNull()
  act(() => signedInAs())
  await mine.arrive('mine ')
  expect(await screen.findByText('mine {}')).toBeTruthy()
  expect(screen.queryByText('数字资产，刷卡即付')).toBeNull()
  expect(pages.load).toHaveBeenLastCalledWith('index')
  act(() => signOut())
  expect(await screen.findByText('数字资产，刷卡即付')).toBeTruthy()
})
