import { fireEvent, render, screen } from '@testing-library/preact'
import type { ComponentType } from 'preact'
import { vi } from 'vitest'
import type { UserInfo } from '../../contract/account.ts'
import type { Area } from '../locales/keys.ts'
import { currentUrl, go, HashLocation } from '../routing/hash-location.tsx'
import type { PageProps } from '../routing/routes.ts'
import { loadWords, setLanguage } from '../state/locale.ts'
import { signIn } from '../state/session.ts'
import { Toasts } from '../ui/toast.tsx'

// For tests of pages: a network that answers what the test says, a person who is signed in, a page on the screen.

/** An answer: an envelope, or a function of the body that was sent, which may take its time. */
type Answer = object | ((sent: Record<string, unknown>) => object | Promise<object>)

/** Answers calls by their path. What is not listed gets a 404. Everything sent is recorded. */
export function stubApi(answers: Record<string, Answer>) {
  const sent: { path: string; body: Record<string, unknown>; headers: Record<string, string> }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = url.split('?', 1)[0] as string
    const { body: raw } = init
    const body =
      raw instanceof FormData ? Object.fromEntries(raw) : typeof raw === 'string' ? JSON.parse(raw) : {}
    sent.push({ path, body, headers: init.headers as Record<string, string> })
    const answer = answers[path]
    const envelope =
      typeof answer === 'function' ? await answer(body) : (answer ?? { status: 404, error: 'none', path })
    const status = 'status' in envelope ? Number(envelope.status) : 200
    return new Response(JSON.stringify(envelope), { status })
  })
  vi.stubGlobal('XMLHttpRequest', UploadStub)
  return sent
}

/** Sends what is uploaded with progress over the same stubbed network. */
class UploadStub {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  responseText = ''
  onload = () => {}
  onabort = () => {}
  private readonly headers: Record<string, string> = {}
  private readonly stop = new AbortController()
  private url = ''

  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  async send(body: FormData) {
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    const response = await fetch(this.url, { method: 'POST', headers: this.headers, body })
    this.responseText = await response.text()
    this.status = response.status
    if (!this.stop.signal.aborted) this.onload()
  }
  abort() {
    this.stop.abort()
    this.onabort()
  }
}

/** Signs somebody in, on the card tab; time passes only when it is told to. */
export function onCardTabInOwnTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  signIn({ token: 'old', userInfo: person })
  go('card')
}

/** Until no toast of this test is left for the next. */
export function lastToastGone() {
  vi.advanceTimersByTime(5_000)
}

/** Answers every request alike: what the server, or somebody in between, says. */
export function answerWith(http: number, body: object | string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const fetching = vi.fn(async (_url: string, _init: RequestInit) => new Response(text, { status: http }))
  vi.stubGlobal('fetch', fetching)
  return fetching
}

/** A network on which nothing comes back from this place; the others answer as they did. Says when the request was stopped. */
export function silentAt(place: string): () => boolean {
  const others = fetch
  let isStopped = false
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url !== place) return others(url, init)
    init.signal?.addEventListener('abort', () => {
      isStopped = true
    })
    return new Promise(() => {})
  })
  return () => isStopped
}

/** An answer whose head came and whose body did not. */
export function cutOff(): Response {
  return new Response(new ReadableStream({ start: body => body.error(new TypeError('network error')) }))
}

/** Success with data. */
export function done(data: unknown) {
  return { code: 1, data }
}

/** An answer that finds nobody where it was asked: they are at the card tab by then. */
export function awayBefore(answer: object) {
  return () => {
    go('card')
    return answer
  }
}

export const person: UserInfo = {
  id: '01990000-0000-7000-8000-000000000001',
  email: 'lin@example.com',
  nickname: null,
  certified: true,
  certStatus: 'approved',
  pinSet: true,
  passwordSet: true,
  tgBound: false,
  tgName: null,
  tgUnbindRemain: 2,
  tgUnbindResetAt: '2026-12-01T00:00:00.000Z',
  referCode: 'GLAZE1',
  lang: 'zh',
  currency: 'USDT',
  timezone: 'UTC',
  hideBalance: false,
  holdUntil: null,
  createTime: '2026-11-01T00:00:00.000Z',
}

/** Signs somebody in; change what matters. */
export function signedInAs(changes: Partial<UserInfo> = {}) {
  signIn({ token: 'token', userInfo: { ...person, ...changes } })
}

/** Puts a page on the screen with the words of its area. */
export async function renderPage(
  area: Area,
  Page: ComponentType<PageProps>,
  { query = {}, language = 'zh-CN' as 'zh-CN' | 'en-US' } = {},
) {
  await setLanguage(language)
  await Promise.all([loadWords(area), loadWords('forms')])
  return render(
    <HashLocation>
      <Page query={query} />
      <Toasts />
    </HashLocation>,
  )
}

/** Puts a page on the screen that follows the query of the place we are at, as in the app: `go` there first. */
export function renderHere(area: Area, Page: ComponentType<PageProps>) {
  return renderPage(area, () => {
    const [, query = ''] = currentUrl.value.split('?')
    return <Page query={Object.fromEntries(new URLSearchParams(query))} />
  })
}

/** Types the fund PIN 135790 on the pad that is shown, a digit at a time, and sends it. */
export async function typePin() {
  for (const key of '135790') {
    fireEvent.click(screen.getByRole('button', { name: key }))
    await new Promise(resolve => setTimeout(resolve))
  }
  fireEvent.submit(document.querySelector('dialog form') as HTMLFormElement)
}
