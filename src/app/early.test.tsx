import { waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { cards } from '../contract/card.ts'
import { callEarly, firstQuestions } from './early.ts'
import type { Area } from './locales/keys.ts'
import Card from './pages/card/card.tsx'
import Home from './pages/home/index.tsx'
import Bill from './pages/wallet/bill.tsx'
import TransferIn from './pages/wallet/transferIn.tsx'
import { send } from './send.ts'
import { signOut } from './state/session.ts'
import { keys, recall, remember } from './storage.ts'
import { done, renderPage, signedInAs, stubApi } from './testing.tsx'

test.each([
  ['core', Home, '/', {}, 4],
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
    await waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ path: `/api/${path}`, body })))
})

test.each([
  ['/pages/bill/bill', 'month=2026-10'],
  ['/pages/transferIn/transferIn', 'coin=ETH'],
  ['/pages/user/user', ''],
])('nothing is asked that the page may not ask: %s?%s', (path, query) => {
  expect(firstQuestions(path, new URLSearchParams(query))).toEqual([])
})

describe('a signed-in start', () => {
  const data = { token: 'new', userInfo: {} }
  const asked: { path: string; token: string; kept: unknown }[] = []

  const answers: Response[] = []

  async function started(renewal: () => object) {
    asked.length = answers.length = 0
    vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
      asked.push({ path, token: headers['X-Access-Token'] as string, kept: recall(keys.token) })
      answers.push(new Response(JSON.stringify(renewal())))
      return answers.at(-1)
    })
    remember(keys.token, 'old')
    const early: Record<string, Promise<Response> | undefined> = {}
    await callEarly({ path: '/pages/card/card', early }, new URLSearchParams())
    return early
  }

  test('asks what the page asks first with the renewed token, which is kept by then', async () => {
    const early = await started(() => ({ code: 1, data }))
    expect(asked).toEqual([
      { path: '/api/customer/customerUser/updateToken', token: 'old', kept: 'old' },
      { path: '/api/common/exchangeRate', token: 'old', kept: 'old' },
      { path: '/api/customer/card/50/1', token: 'new', kept: 'new' },
    ])
    expect(await (await early['/api/customer/card/50/1{}'])?.json()).toEqual({ code: 1, data })
    expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true, true])
  })

  test.each([
    ['a session that is over', () => ({ status: 401 })],
    ['a refusal', () => ({ code: 1401, key: 'network', msg: '', data: null })],
    [
      'silence',
      () => {
        throw new TypeError('no network')
      },
    ],
  ])('asks nothing more after %s', async (_name, renewal) => {
    await started(renewal)
    expect(asked).toHaveLength(2)
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
