import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import type { UserInfo } from '../../../contract/account.ts'
import { setHideAmounts } from '../../state/locale.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import CardTab from './card.tsx'
import CardList from './cardList.tsx'
import { cardsOf, celadon, master, pageOf, sampleCard, sampleOpening } from './testing/samples.ts'

const answers = {
  '/api/customer/card/50/1': done(cardsOf([])),
  '/api/common/cardType/1000/1': done(pageOf([celadon])),
  '/api/customer/cryptoCurrency/masterBudgetBalance': done({ ...master, balance: '0', available: '0' }),
  '/api/customer/userBill/5/1': done(pageOf([])),
}

describe('the card tab without a card', () => {
  test.each<[string, Partial<UserInfo>, string]>([
    [
      '去认证',
      { certified: false, certStatus: 'none', pinSet: false },
      '#/pages/idAuthNew/idAuthNew?back=%2F',
    ],
    [
      '设置资金密码',
      { certified: false, certStatus: 'pending', pinSet: false },
      '#/pages/updatePinCode/updatePinCode?back=%2F',
    ],
    ['去充值', {}, '#/pages/transferIn/transferIn?coin=USDT'],
  ])('leads to the next step: %s', async (label, person, href) => {
    signedInAs(person)
    stubApi(answers)
    await renderPage('card', CardTab)
    expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe(href)
  })

  test('leads to the kinds of card when all is ready', async () => {
    signedInAs()
    stubApi({ ...answers, '/api/customer/cryptoCurrency/masterBudgetBalance': done(master) })
    await renderPage('card', CardTab)
    const way = await screen.findByRole('link', { name: '申请新卡' })
    expect(way.getAttribute('href')).toBe('#/pages/cardTypeList/cardTypeList')
  })

  test('asks a visitor to register, and sends no call that needs a session', async () => {
    const sent = stubApi(answers)
    await renderPage('card', CardTab)
    expect((await screen.findByText('注册')).getAttribute('href')).toBe('#/pages/register/register')
    expect(sent.filter(({ path }) => path.startsWith('/api/customer/'))).toEqual([])
  })
})

describe('the card tab with cards', () => {
  test('shows first the cards that pay, and closed ones not at all', async () => {
    signedInAs()
    const frozen = {
      ...sampleCard,
      id: '01990000-0000-7000-8000-000000000011',
      last4: '1111',
      status: 'frozen_user',
    }
    const closed = {
      ...sampleCard,
      id: '01990000-0000-7000-8000-000000000012',
      last4: '2222',
      status: 'closed',
    }
    stubApi({ ...answers, '/api/customer/card/50/1': done(cardsOf([closed, frozen, sampleCard])) })
    await renderPage('card', CardTab)
    const faces = await screen.findAllByRole('link', { name: /青瓷\s·\s.*\d{4}/ })
    expect(faces.map(face => /\d{4}/.exec(face.textContent)?.[0])).toEqual(['4821', '1111'])
    expect(screen.getByText('$100.00')).toBeTruthy()
    expect(screen.getByText('$20.00')).toBeTruthy()
  })

  test.each([
    [false, 'smooth'],
    [true, 'auto'],
  ])(
    'a key leads along the cards, at once for those who want less movement: %s',
    async (matches, behavior) => {
      signedInAs()
      vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {} }))
      const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
      stubApi({ ...answers, '/api/customer/card/50/1': done(cardsOf([sampleCard])) })
      await renderPage('card', CardTab)
      const [face] = await screen.findAllByRole('link', { name: /4821/ })
      face?.focus()
      expect(scroll).toHaveBeenCalledWith(expect.objectContaining({ behavior }))
      vi.unstubAllGlobals()
    },
  )

  test('recommends a kind without saying so twice', async () => {
    signedInAs()
    stubApi({ ...answers, '/api/customer/card/50/1': done(cardsOf([sampleCard])) })
    await renderPage('card', CardTab)
    await screen.findByText('为您推荐')
    expect(await screen.findByText(/^开卡 5 USDT/)).toBeTruthy()
    expect(screen.queryByText('推荐')).toBeNull()
  })

  test('counts all cards there are, not those of the page', async () => {
    signedInAs()
    stubApi({ ...answers, '/api/customer/card/50/1': done({ ...cardsOf([sampleCard]), total: 61 }) })
    await renderPage('card', CardTab)
    await screen.findByText('共 61 张')
  })

  test('names the fees among its latest bills, and leads to all of them', async () => {
    signedInAs()
    const fee = {
      id: '01990000-0000-7000-8000-000000000031',
      type: 'fee',
      status: 'done',
      amount: '-1.00',
      currency: 'USDT',
      account: 'wallet',
      remark: { fee: 'rechargeFee' },
      createTime: new Date().toISOString(),
    }
    stubApi({
      ...answers,
      '/api/customer/card/50/1': done(cardsOf([sampleCard])),
      '/api/customer/userBill/5/1': done(
        pageOf([fee, { ...fee, id: sampleCard.id, remark: { fee: 'consumeFee', merchant: 'Kiln' } }]),
      ),
    })
    await renderPage('card', CardTab)
    expect(await screen.findByText('充值费')).toBeTruthy()
    expect(screen.getByText('消费费').closest('li')?.textContent).toMatch(/^消费费Kiln\s·\s今天/)
    expect(screen.getByRole('link', { name: '全部 最近账单' }).getAttribute('href')).toBe(
      `#/pages/bill/bill?cardOutId=${sampleCard.cardOutId}`,
    )
  })

  test.each([
    ['done', '+$20.00', false],
    ['pending', '$20.00', false],
    ['failed', '$20.00', true],
    ['reversed', '$20.00', true],
  ])('gives a bill that is %s a sign only when its money has moved', async (status, words, isOff) => {
    signedInAs()
    const bill = { type: 'topUp', amount: '20', currency: 'USD', remark: {}, status }
    const row = { ...bill, id: sampleCard.id, createTime: new Date().toISOString() }
    stubApi({
      ...answers,
      '/api/customer/card/50/1': done(cardsOf([{ ...sampleCard, frozenAmount: '0' }])),
      '/api/customer/userBill/5/1': done(pageOf([row])),
    })
    await renderPage('card', CardTab)
    const sum = await screen.findByText(words)
    expect(sum.closest('s') !== null).toBe(isOff)
    expect(sum.closest('[style*="--text-2"]') !== null).toBe(status === 'pending')
  })

  test('says that it could not be loaded and tries again in place', async () => {
    signedInAs()
    stubApi({ ...answers, '/api/customer/card/50/1': { status: 500 } })
    await renderPage('card', CardTab)
    const retry = await screen.findByText('重试')
    stubApi({ ...answers, '/api/customer/card/50/1': done(cardsOf([sampleCard])) })
    retry.click()
    await screen.findByText('$100.00')
  })
})

describe('the card chosen', () => {
  const list = '/api/customer/card/50/1'
  const other = { ...sampleCard, id: '01990000-0000-7000-8000-000000000011', last4: '1111', available: '11' }
  const third = { ...sampleCard, id: '01990000-0000-7000-8000-000000000012', last4: '2222', available: '22' }

  test('stays on the screen and under the finger when freezing it changes the order', async () => {
    signedInAs()
    let first: typeof sampleCard = sampleCard
    const turn = (status: 'active' | 'frozen_user') => () => {
      first = { ...sampleCard, status }
      return done(first)
    }
    const sent = stubApi({
      ...answers,
      [list]: () => done(cardsOf([first, other])),
      '/api/customer/card/freeze': turn('frozen_user'),
      '/api/customer/card/unfreeze': turn('active'),
    })
    await renderPage('card', CardTab)
    const button = await screen.findByRole('button', { name: '冻结' })
    button.focus()
    button.click()
    await waitFor(() => expect(sent.filter(({ path }) => path === list)).toHaveLength(2))
    const faces = () =>
      screen
        .getAllByRole('link', { name: /青瓷\s·\s.*\d{4}/ })
        .map(face => /\d{4}/.exec(face.textContent)?.[0])
    await waitFor(() => expect(faces()).toEqual(['1111', '4821']))
    expect(screen.getByText('$100.00')).toBeTruthy()
    expect(document.activeElement).toBe(button)
    button.click()
    await waitFor(() => expect(faces()).toEqual(['4821', '1111']))
    const turned = sent.filter(({ path }) => path.includes('freeze'))
    expect(turned.map(({ path, body }) => [path.split('/').at(-1), body.id])).toEqual([
      ['freeze', sampleCard.id],
      ['unfreeze', sampleCard.id],
    ])
  })

  test('is chosen still on the way back, and in sight', async () => {
    signedInAs()
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(288)
    stubApi({ ...answers, [list]: done(cardsOf([sampleCard, other, third])) })
    await renderPage('card', CardTab)
    await screen.findByText('$100.00')
    const rail = () => screen.getByRole('region', { name: '我的卡片' }).querySelector('ul') as HTMLElement
    rail().scrollLeft = 600
    fireEvent.scroll(rail())
    await screen.findByText('$22.00')
    cleanup()
    await renderPage('card', CardTab)
    expect(screen.getByText('$22.00')).toBeTruthy()
    expect(rail().scrollLeft).toBe(600)
  })
})

describe('a card that is being opened', () => {
  const orderPath = '/api/customer/card/getCreateCardSuccess'
  const href = `#/pages/payOpenCard/payOpenCard?orderId=${sampleOpening.orderId}&cardTypeId=celadon`
  const order = (status: string) => done({ ...sampleOpening, status })
  const row = () => screen.findByRole('link', { name: /正在开卡：青瓷/ })
  const open = (list: object[], openings = [sampleOpening]) =>
    stubApi({
      ...answers,
      '/api/customer/card/50/1': done(cardsOf(list, openings)),
      '/api/customer/card/100/1': done(cardsOf(list, openings)),
      [orderPath]: order('opening'),
    })

  test('is found again where there is no card yet, and nothing says that there is none', async () => {
    signedInAs()
    open([])
    await renderPage('card', CardTab)
    expect((await row()).getAttribute('href')).toBe(href)
    expect((await row()).textContent).toMatch(/已预留 55\.50\sUSDT/)
    expect(screen.queryByText(/还没有卡/)).toBeNull()
    expect(screen.queryByText('开通卡片')).toBeNull()
  })

  test('stands above the cards there are', async () => {
    signedInAs()
    open([sampleCard])
    await renderPage('card', CardTab)
    expect((await row()).getAttribute('href')).toBe(href)
    const follows = (await row()).compareDocumentPosition(screen.getByText('$100.00'))
    expect(follows).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('tells no sum where sums are hidden or nothing is held', async () => {
    signedInAs()
    open([], [{ ...sampleOpening, total: '0' }])
    const { unmount } = await renderPage('card', CardTab)
    expect((await row()).textContent).toContain('发卡方正在开卡')
    unmount()
    open([])
    setHideAmounts(true)
    await renderPage('card', CardTab)
    expect((await row()).textContent).toContain('发卡方正在开卡')
    setHideAmounts(false)
  })

  test('becomes a card as soon as the order says so', async () => {
    signedInAs()
    stubApi({
      ...answers,
      '/api/customer/card/50/1': done(cardsOf([], [sampleOpening])),
      [orderPath]: () => {
        stubApi({ ...answers, '/api/customer/card/50/1': done(cardsOf([sampleCard])) })
        return order('success')
      },
    })
    await renderPage('card', CardTab)
    await screen.findByText('$100.00')
    await waitFor(() => expect(screen.queryByText(/正在开卡/)).toBeNull())
  })

  test('stands in the list of all cards too', async () => {
    signedInAs()
    open([])
    await renderPage('card', CardList)
    expect((await row()).getAttribute('href')).toBe(href)
    expect(screen.queryByText(/还没有卡/)).toBeNull()
  })
})
