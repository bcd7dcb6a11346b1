import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Card } from '../../../contract/card.ts'
import { currentUrl } from '../../routing/hash-location.tsx'
import { depositTerms } from '../../testing/deposit-terms.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import RechargeCard from './rechargeCard.tsx'

const path = '/api/customer/cryptoCurrency/queryTransferIn'
const address = '0x5290830B7f3Bd9A2CeF49E4e6B0a1B0d2C3e69Fd'
const card = {
  id: '01990000-0000-7000-8000-000000000010',
  last4: '4821',
  nickname: null,
  cardTypeName: 'Celadon',
  organization: 'Visa',
  available: '100',
  status: 'active',
} satisfies Partial<Card>
const deposit = {
  txId: '0xaa',
  amount: '50',
  currency: 'USDT',
  confirms: 1,
  required: 3,
  billId: null,
  time: '2026-11-20T08:00:00.000Z',
}
let list: object[] = []
let waiting = '0'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  list = []
  waiting = '0'
  signedInAs()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Language = 'zh-CN' | 'en-US'

function answer() {
  return done({ ...depositTerms, address, qr: `ethereum:${address}`, max: '5000', waiting, list })
}

async function show(
  language: Language,
  {
    status = 'active',
    chain = ['ERC20'],
    refusal,
    firstKeep = '10',
  }: { status?: string; chain?: string[]; refusal?: string; firstKeep?: string | null } = {},
) {
  const sent = stubApi({
    '/api/customer/card/detail': done({ ...card, status }),
    '/api/customer/cryptoCurrency/queryWallet': done([{ currency: 'USDT', chain }]),
    '/api/customer/cryptoCurrency/masterBudgetBalance': done({ firstKeep }),
    [path]: () => (refusal ? { code: 1409, key: refusal, msg: '', data: null } : answer()),
  })
  await renderPage('wallet', RechargeCard, { query: { cardId: card.id }, language })
  return sent
}

const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

/** What is written on the picture that is saved, with the colours of what is filled. */
function watchPen() {
  const drawn = { words: [] as string[], fills: [] as string[] }
  const pen = {
    canvas: document.createElement('canvas'),
    fillStyle: '',
    font: '',
    textAlign: '',
    fillRect: () => drawn.fills.push(pen.fillStyle),
    fillText: (words: string) => drawn.words.push(words),
    measureText: (words: string) => ({ width: words.length }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(took => took(new Blob(['picture'])))
  return drawn
}

describe.each([
  {
    language: 'zh-CN' as const,
    words: {
      band: '给尾号 4821 的卡充值',
      only: /只能通过 ERC20 网络转入 USDT/,
      most: '超出部分进入钱包',
      keep: '首次从钱包充值要在钱包留下 10.00 USDT，链上充卡不需要。',
      qr: '尾号 4821 的卡的充值二维码',
      save: '保存图片',
      share: '分享',
      copy: '复制地址',
      copied: '已复制',
      check: '核对已粘贴的地址',
      same: /^一致/,
      shared: '给尾号 4821 的卡充值的 USDT 地址，仅限 ERC20 网络：',
      missing: /^已累计 0\.60? USDT，再转入 0\.40? USDT 即一并入账/,
      seen: '已发现',
      confirming: '确认 2 / 3',
      credited: /已充到尾号 4821 的卡/,
      arrived: '已到账',
      orphaned: /会自动重新确认/,
      none: '用钱包充值',
      toCard: '确认兑换并转入卡片',
      cards: '查看我的卡片',
      service: '联系客服',
    },
  },
  {
    language: 'en-US' as const,
    words: {
      band: 'Recharge card ending in 4821',
      only: /Send only USDT, only on the ERC20 network/,
      most: 'Anything above goes to your wallet',
      keep: 'Your first recharge from the wallet must leave 10.00 USDT there; one on chain need not.',
      qr: 'QR code to recharge the card ending in 4821',
      save: 'Save picture',
      share: 'Share',
      copy: 'Copy address',
      copied: 'Copied',
      check: 'Check a pasted address',
      same: /^The same/,
      shared: 'USDT address of the card ending in 4821, ERC20 network only:',
      missing: /^0\.60? USDT received so far. Send 0\.40? USDT more/,
      seen: 'Seen',
      confirming: '2 of 3 confirmations',
      credited: /On the card ending in 4821/,
      arrived: 'Arrived',
      orphaned: /confirmed again automatically/,
      none: 'Recharge from wallet',
      toCard: 'Convert and move to the card',
      cards: 'View my cards',
      service: 'Contact us',
    },
  },
])('recharging a card on chain, in $language', ({ language, words }) => {
  test('says nothing of what a first recharge must leave to somebody past it', async () => {
    await show(language, { firstKeep: null })
    await screen.findByText(address)
    expect(screen.queryByText(/10\.00/)).toBeNull()
  })

  test('shows the whole address of that card with its mask, the terms and the only network', async () => {
    const sent = await show(language)
    await screen.findByText(address)
    expect(screen.getByRole('img', { name: words.qr })).toBeTruthy()
    expect(screen.getByText(words.band)).toBeTruthy()
    expect(screen.getByText(words.only)).toBeTruthy()
    expect(screen.getByText('1.00 USDT')).toBeTruthy()
    expect(screen.getByText('5,000.00 USDT')).toBeTruthy()
    expect(screen.getByText(words.most)).toBeTruthy()
    expect(await screen.findByText(words.keep)).toBeTruthy()
    const asked = sent.find(call => call.path === path)?.body
    expect(asked).toEqual({ currency: 'USDT', chain: 'ERC20', cardId: card.id })
  })

  test('keeps a picture that says whose card it is, on a band of its own colour', async () => {
    const drawn = watchPen()
    const names: string[] = []
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    URL.createObjectURL = () => 'blob:picture'
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await show(language)
    fireEvent.click(await screen.findByText(words.save))
    await waitFor(() => expect(names).toEqual(['glaze-4821-USDT-ERC20.png']))
    expect(drawn.words).toContain(words.band)
    expect(drawn.words.join(' ').replace(/\s/g, '')).toContain(address.slice(0, 20))
    expect(drawn.fills).toContain('#1b4f9c')
  })

  test('is shared and copied as what it is', async () => {
    const [shared, copied]: [string[], string[]] = [[], []]
    vi.stubGlobal('navigator', {
      ...navigator,
      share: async ({ text }: { text: string }) => void shared.push(text),
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    })
    await show(language)
    fireEvent.click(await screen.findByText(words.share))
    await waitFor(() => expect(shared).toEqual([`${words.shared}\n${address}`]))
    fireEvent.click(screen.getByText(words.copy))
    await waitFor(() => expect(copied).toEqual([address]))
    await screen.findAllByText(words.copied)
  })

  test('is compared with what came back from where it was pasted', async () => {
    await show(language)
    fireEvent.click(await screen.findByText(words.check))
    fireEvent.input(await screen.findByRole('textbox', { hidden: true }), { target: { value: address } })
    expect(screen.getByText(words.same)).toBeTruthy()
  })

  test('says what is missing while small sums wait, and follows one from seen to credited', async () => {
    list = [{ ...deposit, amount: '0.6', status: 'below_min' }]
    waiting = '0.6'
    await show(language)
    await screen.findByText(words.missing)
    list = [{ ...deposit, txId: '0xbb', status: 'seen' }, ...list]
    await pass(4_500)
    expect(screen.getByText(words.seen)).toBeTruthy()
    list = [{ ...deposit, txId: '0xbb', status: 'confirming', confirms: 2 }, ...list.slice(1)]
    await pass(3_500)
    expect(screen.getByText(words.confirming)).toBeTruthy()
    list = list.map(each => ({ ...each, status: 'credited', confirms: 3 }))
    waiting = '0'
    await pass(3_500)
    expect(screen.queryByText(words.missing)).toBeNull()
    const sheet = within(await screen.findByRole('dialog', { hidden: true }))
    expect(sheet.getByText(words.arrived)).toBeTruthy()
    expect(sheet.getByText(words.credited)).toBeTruthy()
  })

  test('tells another coin as what it is: in the wallet, to be carried to the card by a yes', async () => {
    list = [{ ...deposit, currency: 'ETH', amount: '0.5', status: 'credited', messageId: card.id }]
    await show(language)
    await screen.findByText(address)
    expect(screen.queryByText(words.credited)).toBeNull()
    const way = screen.getByRole('link', { name: words.toCard })
    expect(way.getAttribute('href')).toBe(`#/pages/message/message?id=${card.id}`)
  })

  test('what the chain undid may come back by itself: nobody is told to pay again', async () => {
    list = [{ ...deposit, status: 'orphaned' }]
    await show(language)
    expect(await screen.findByText(words.orphaned)).toBeTruthy()
  })

  test.each([
    ['closed', 'card_closed', '#/pages/cardList/cardList', words.cards],
    ['frozen_risk', 'card_frozen', `#/pages/feedback/feedback?refType=card&refId=${card.id}`, words.service],
  ])('of a card that is %s shows no address but the way on', async (status, refusal, href, label) => {
    await show(language, { status, refusal })
    expect((await screen.findByText(label)).getAttribute('href')).toBe(href)
    expect(screen.queryByText(words.copy)).toBeNull()
  })

  test('leads to the wallet where no network carries it', async () => {
    await show(language, { chain: [] })
    const way = await screen.findByText(words.none)
    expect(way.getAttribute('href')).toBe(`#/pages/rechargeCard2/rechargeCard2?cardId=${card.id}`)
  })
})

test('without a card it leads to the cards', async () => {
  stubApi({})
  await renderPage('wallet', RechargeCard, { query: {} })
  await waitFor(() => expect(currentUrl.value).toBe('/pages/cardList/cardList'))
})
