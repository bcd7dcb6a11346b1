import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { leafText, nodeText, rootText } from '../../../contract/proof-tree.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import About from './about.tsx'
import { sha256 } from './parts/funds/sha256.ts'

const api = { list: '/api/common/proof/list/31/1', get: '/api/customer/proof/get' }
const [day, seal, salt] = ['2026-11-26', 'ab'.repeat(32), 'cd'.repeat(32)]

const held = {
  amount: '21.5',
  percent: '107.5',
  network: 'ERC20',
  block: 4711,
  blockHash: '0xabc',
  addresses: 3,
  time: '2026-11-27T01:10:00.000Z',
}

/** A tree of two leaves: the reader's 12.5 USDT and somebody's 7.5, of which only the hash is known. */
async function published() {
  const leaf = { day, currency: 'USDT', userId: person.id, part: 0, salt, amountMinor: 12_500_000n }
  const own = { hash: await sha256(leafText(leaf)), minor: 12_500_000n }
  const other = { hash: 'ef'.repeat(32), minor: 7_500_000n }
  const top = { hash: await sha256(nodeText(own, other)), minor: 20_000_000n }
  const root = await sha256(rootText({ day, seal, currency: 'USDT', height: 1 }, top))
  const coins = [
    { currency: 'USDT', owed: '20', root, height: 1, held },
    { currency: 'ETH', owed: '0', root: seal, height: 0, held: null },
    { currency: 'USDC', owed: '3', root: seal, height: 0, held: null },
    { currency: 'USD', owed: '310.25', root: seal, height: 0, held: null },
  ]
  const proof = {
    day,
    currency: 'USDT',
    userId: person.id,
    salt,
    amountMinor: '12500000',
    parts: [{ amountMinor: '12500000', place: 0, beside: [{ hash: other.hash, sumMinor: '7500000' }] }],
  }
  return {
    root,
    list: done({
      list: [
        { day, seal, coins },
        { day: '2026-11-25', seal, coins: [] },
      ],
      total: 2,
      page: 1,
      pageSize: 31,
    }),
    proof,
  }
}

/** Opens a coin of the newest day. */
async function open(answers: Record<string, object>, coin = 'USDT') {
  const sent = stubApi(answers)
  await renderPage('help', About, { query: { funds: '1' } })
  fireEvent.click((await screen.findByText(coin)).closest('button') as HTMLElement)
  return { sent, sheet: within(await screen.findByRole('dialog')) }
}

const check = async (sheet: ReturnType<typeof within>) =>
  fireEvent.click(await sheet.findByRole('button', { name: '在这台设备上核对' }))

describe('what customers are owed', () => {
  test('is told to strangers too, coins that nobody is owed left out', async () => {
    const { list } = await published()
    const { sent, sheet } = await open({ [api.list]: list })
    expect(screen.getByLabelText('日期（UTC）').textContent).toContain('2026年11月26日')
    expect(screen.getByText('卡内余额，钱在发卡方')).toBeTruthy()
    expect(screen.queryByText('ETH')).toBeNull()
    expect(screen.getByText('链上持有为其 107.5%')).toBeTruthy()
    expect(screen.getByText('链上持有：当时没有读到')).toBeTruthy()
    expect(sheet.getByText('链上持有').closest('div')?.textContent).toContain('21.50')
    expect(sheet.getByText(/^ERC20 区块 4711，3 个地址，读于 2026年11月27日/)).toBeTruthy()
    expect(sheet.getByText('107.5%')).toBeTruthy()
    expect(sheet.getByText('去登录').getAttribute('href')).toContain('login')
    expect(sent.map(({ path }) => path)).toEqual([api.list])
  })

  test('says so while nothing is published, and what it would show', async () => {
    stubApi({ [api.list]: done({ list: [], total: 0, page: 1, pageSize: 31 }) })
    await renderPage('help', About, { query: { funds: '1' } })
    expect(await screen.findByText(/还没有公布过/)).toBeTruthy()
    expect(screen.getByText('核对一致不能说明')).toBeTruthy()
  })
})

describe('a customer', () => {
  test('is shown that they are counted, reckoned on their own device, and may copy the proof', async () => {
    const { list, proof, root } = await published()
    signedInAs()
    const written = vi.fn(async (_text: string) => {})
    vi.stubGlobal('navigator', { ...navigator, onLine: true, clipboard: { writeText: written } })
    const { sent, sheet } = await open({ [api.list]: list, [api.get]: done({ isCounted: true, proof }) })
    expect((await sheet.findByText('我当天的余额')).closest('div')?.textContent).toContain('12.50')
    await check(sheet)
    await sheet.findByText('一致：您的余额已计入公布的合计。')
    const shown = root.replace(/(.{8})(?=.)/g, '$1 ')
    expect(sheet.getByText('这台设备算出的根').closest('div')?.textContent).toContain(shown)
    expect(sent.find(({ path }) => path === api.get)?.body).toEqual({ day, currency: 'USDT' })
    fireEvent.click(sheet.getByRole('button', { name: /复制证明/ }))
    await waitFor(() => expect(written).toHaveBeenCalled())
    expect(JSON.parse(written.mock.calls[0]?.[0] ?? '')).toEqual({
      ...proof,
      published: { seal, height: 1, root, totalMinor: '20000000' },
    })
  })

  test.each([
    ['another amount', { amountMinor: '12500001' }],
    ['the leaf of somebody else', { userId: '01990000-0000-7000-8000-00000000000f' }],
    ['another salt', { salt: seal }],
  ])('is told that it does not match: %s', async (what, change) => {
    const { list, proof } = await published()
    signedInAs(what.startsWith('the leaf') ? { id: (change as { userId: string }).userId } : {})
    const { sheet } = await open({
      [api.list]: list,
      [api.get]: done({ isCounted: true, proof: { ...proof, ...change } }),
    })
    await check(sheet)
    expect((await sheet.findByRole('alert')).textContent).toContain('不一致')
    expect(sheet.queryByText(/^一致/)).toBeNull()
    expect(sheet.getByText('联系客服').getAttribute('href')).toContain('service')
  })

  test('is told where the books have what was not counted', async () => {
    const { list, proof } = await published()
    signedInAs()
    const { sheet } = await open({
      [api.list]: list,
      [api.get]: done({ isCounted: false, proof: { ...proof, parts: [] } }),
    })
    expect((await sheet.findByRole('alert')).textContent).toContain('没有计入公布的合计')
    expect(sheet.queryByRole('button', { name: '在这台设备上核对' })).toBeNull()
  })

  test('who had nothing has nothing to count', async () => {
    const { list, proof } = await published()
    signedInAs()
    const none = { ...proof, currency: 'USD', amountMinor: '0', parts: [] }
    const { sheet } = await open(
      { [api.list]: list, [api.get]: done({ isCounted: true, proof: none }) },
      'USD',
    )
    await sheet.findByText(/没有需要计入的/)
    expect(sheet.getByText(/余额为负的卡按 0 计/)).toBeTruthy()
  })

  test('is told where a browser cannot reckon', async () => {
    const { list, proof } = await published()
    signedInAs()
    const { sheet } = await open({ [api.list]: list, [api.get]: done({ isCounted: true, proof }) })
    vi.stubGlobal('crypto', {})
    await check(sheet)
    await sheet.findByText(/换一个浏览器核对/)
  })
})

test('the way there is among what the app is', async () => {
  stubApi({})
  await renderPage('help', About)
  expect(screen.getByText('我的余额是否计入').closest('a')?.getAttribute('href')).toBe(
    '#/pages/about/about?funds=1',
  )
})
