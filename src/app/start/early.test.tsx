import { waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { cards } from '../../contract/card.ts'
import type { Area } from '../locales/keys.ts'
import Card from '../pages/card/card.tsx'
import Bill from '../pages/wallet/bill.tsx'
import TransferIn from '../pages/wallet/transferIn.tsx'
import { routeNames } from '../routing/route-names.ts'
import { send } from '../send.ts'
import { signOut } from '../state/session.ts'
import { keys, recall, remember } from '../storage.ts'
import { done, renderPage, signedInAs, stubApi } from '../testing/testing.tsx'
import { askEarly, firstQuestions, hasQuestion } from './early.ts'

test.each([
  ['card', Card, '/pages/card/card', {}, 1],
  ['wallet', Bill, '/pages/bill/bill', {}, 1],
  ['wallet', TransferIn, '/pages/transferIn/transferIn', { coin: 'ETH', chain: 'Ethereum' }, 1],
] as const)('what the head script asks for the page of %s is what the page asks', async (...given) => {
  const [area, Page, path, query, count] = given
  signedInAs()
  const sent = stubApi({})
  const questions = firstQuestions(path, new URLSearchParams(query))
  expect(questions).toHaveLength(count)
  await renderPage(area as Area, Page, { query })
  for (const [path, body = {}] of questions)
    await waitFor(() =>
      expect(sent).toContainEqual(expect.objectContaining({ path: `/api/customer/${path}`, body })),
    )
})

test.each([
  ['/pages/bill/bill', 'month=2026-10'],
  ['/pages/transferIn/transferIn', 'coin=ETH'],
  ['/pages/user/user', ''],
])('nothing is asked that the page may not ask: %s?%s', (path, query) => {
  expect(firstQuestions(path, new URLSearchParams(query))).toEqual([])
})

test('every page that has a question is one that the file is fetched for', () => {
  const query = new URLSearchParams({ coin: 'ETH', chain: 'ERC20' })
  const asking = routeNames.filter(name => firstQuestions(`/pages/${name}/${name}`, query).length > 0)
  expect(asking).not.toEqual([])
  for (const name of routeNames)
    expect(hasQuestion.test(`/pages/${name}/${name}`), name).toBe(asking.includes(name))
})

describe('a signed-in start', () => {
  const data = { token: 'new', userInfo: {} }
  const asked: { path: string; token: string; kept: unknown }[] = []

  const answers: Response[] = []
  const renewing = '/api/customer/customerUser/updateToken{}'

  async function started(renewal: Promise<Response> | undefined) {
    asked.length = answers.length = 0
    vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
      asked.push({ path, token: headers['X-Access-Token'] as string, kept: recall(keys.token) })
      answers.push(new Response('{"code":1}'))
      return answers.at(-1)
    })
    remember(keys.token, 'old')
    const early: Record<string, Promise<Response> | undefined> = renewal ? { [renewing]: renewal } : {}
    const start = { path: '/pages/card/card', early, shared: { keys, remember } }
    await askEarly(start, new URLSearchParams()).catch(() => {})
    return early
  }

  const answerOf = (body: object) => Promise.resolve(new Response(JSON.stringify(body)))

  test('asks what the page asks first with the renewed token, which is kept by then', async () => {
    const early = await started(answerOf({ code: 1, data }))
    expect(asked).toEqual([{ path: '/api/customer/card/50/1', token: 'new', kept: 'new' }])
    expect(await (await early['/api/customer/card/50/1{}'])?.json()).toEqual({ code: 1 })
    expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true])
    expect(await (await early[renewing])?.json()).toEqual({ code: 1, data })
  })

  test.each([
    ['after a session that is over', () => answerOf({ status: 401 })],
    ['after a refusal', () => answerOf({ code: 1401, key: 'network', msg: '', data: null })],
    ['after silence', () => Promise.reject(new TypeError('no network'))],
    ['when the app is there and has taken the answer', () => undefined],
  ])('asks nothing more %s', async (_name, renewal) => {
    await started(renewal())
    expect(asked).toEqual([])
    expect(recall(keys.token)).toBe('old')
  })
})

test('an answer that is there is taken once, and only by who asks the very same', async () => {
  signedInAs()
  const sent = stubApi({ [cards.path.replace('{pageSize}/{page}', '50/1')]: done({ list: [], total: 0 }) })
  const early = { '/api/customer/card/50/1{}': Promise.resolve(new Response('{"code":1,"data":"early"}')) }
  vi.stubGlobal('glaze', { early })
  expect(await send(cards, { pageSize: 50, page: 1, keyword: 'x' } as never)).not.toMatchObject({
    data: 'early',
  })
  expect(await send(cards, { pageSize: 50, page: 1 })).toMatchObject({ data: 'early' })
  expect(await send(cards, { pageSize: 50, page: 1 })).not.toMatchObject({ data: 'early' })
  expect(sent).toHaveLength(2)
})

test('what was asked for somebody is not told to who comes after them', () => {
  const glaze = { early: { '/api/customer/card/50/1{}': Promise.resolve(new Response()) } }
  vi.stubGlobal('glaze', glaze)
  signOut()
  expect(glaze.early).toEqual({})
})
