import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { keepCode } from '../../scan/kept-code.ts'
import { awayBefore, done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import ActivateCard from './activateCard.tsx'
import { dropTicket, ticketOf } from './parts/plastic/ticket.ts'
import { cardId, sampleCard } from './testing/samples.ts'

const path = '/api/customer/card/activateCard'
const inactive = { ...sampleCard, type: 'physical', status: 'inactive' }
const activationTicket = '01990000-0000-7000-8000-000000000070'

async function enter(answer: object, code = '731905', card: object = inactive) {
  signedInAs()
  const sent = stubApi({ '/api/customer/card/detail': done(card), [path]: answer })
  go('activateCard', { id: cardId }, { replace: true })
  await renderPage('card', ActivateCard, { query: { id: cardId } })
  fireEvent.input(await screen.findByLabelText('6 位激活码'), { target: { value: code } })
  fireEvent.click(screen.getByText('下一步'))
  return sent
}

beforeEach(dropTicket)

describe('the activation code', () => {
  test('is not sent before it is whole', async () => {
    const sent = await enter(done({}), '73190')
    expect(screen.getByText('下一步')).toHaveProperty('disabled', true)
    expect(sent.some(sending => sending.path === path)).toBe(false)
  })

  test('of a new plastic is taken while the old one still works', async () => {
    const renewal = { state: 'mailed', time: '2026-11-21T11:00:00.000Z' }
    const answer = done({ activationTicket, expireTime: '2026-11-21T11:00:00.000Z' })
    await enter(answer, '731905', { ...inactive, status: 'active', renewal })
    await waitFor(() => expect(ticketOf(cardId)).toBe(activationTicket))
  })

  test('of a card that is frozen before it was activated is taken', async () => {
    const answer = done({ activationTicket, expireTime: '2026-11-21T11:00:00.000Z' })
    await enter(answer, '731905', { ...inactive, status: 'frozen_user', isInactive: true })
    await waitFor(() => expect(ticketOf(cardId)).toBe(activationTicket))
  })

  test('that is wrong says how many tries are left, and empties the boxes', async () => {
    await enter({ code: 1006, key: 'code_incorrect', msg: '', data: { triesLeft: 3 } })
    await screen.findByText('激活码不正确，还可以试 3 次')
    expect(screen.getByLabelText('6 位激活码')).toHaveProperty('value', '')
    expect(document.activeElement).toBe(screen.getByLabelText('6 位激活码'))
    expect(ticketOf(cardId)).toBeNull()
  })

  test.each([
    ['the last wrong one', 'code_incorrect', { triesLeft: 0, until: '2026-11-21T11:00:00.000Z' }],
    ['a locked card', 'limit_exceeded', { until: '2026-11-21T11:00:00.000Z' }],
  ])('after %s says until when, and takes no more', async (_, key, data) => {
    await enter({ code: 1006, key, msg: '', data })
    await screen.findByText(/错误次数过多，.* 后可再试/)
    expect(screen.getByLabelText('6 位激活码')).toHaveProperty('disabled', true)
  })

  test.each([
    ['a card that was closed meanwhile', 'card_closed', null, '我的卡片', '#/pages/cardList/cardList'],
    [
      'one that another device has activated',
      'modify_failed',
      { reason: 'active' },
      '查看卡片',
      `#/pages/cardDetail/cardDetail?id=${cardId}`,
    ],
  ])('of %s leads on', async (_, key, data, label, href) => {
    await enter({ code: 1503, key, msg: '', data })
    expect((await screen.findByText(label)).getAttribute('href')).toBe(href)
  })

  test('that is right leads on with its ticket, in memory and not in the URL', async () => {
    const sent = await enter(done({ activationTicket, expireTime: '2026-11-21T11:00:00.000Z' }), '731 905')
    await waitFor(() =>
      expect(currentUrl.value).toBe(`/pages/activateCardStep2/activateCardStep2?id=${cardId}`),
    )
    expect(ticketOf(cardId)).toBe(activationTicket)
    expect(sent.find(sending => sending.path === path)?.body).toEqual({
      id: cardId,
      activationCode: '731905',
    })
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(activationTicket)
  })

  test('that is right moves nobody who went elsewhere before the answer', async () => {
    await enter(awayBefore(done({ activationTicket, expireTime: '2026-11-21T11:00:00.000Z' })))
    await waitFor(() => expect(ticketOf(cardId)).toBe(activationTicket))
    expect(currentUrl.value).toBe('/pages/card/card')
  })
})

describe('the activation code, scanned', () => {
  async function show(language: 'zh-CN' | 'en-US' = 'zh-CN') {
    signedInAs()
    const sent = stubApi({ '/api/customer/card/detail': done(inactive) })
    go('activateCard', { id: cardId }, { replace: true })
    await renderPage('card', ActivateCard, { query: { id: cardId }, language })
    return sent
  }

  test('on the way here fills the boxes of its card, and sends nothing', async () => {
    keepCode({ cardId, code: '731905' })
    const sent = await show()
    expect(await screen.findByLabelText('6 位激活码')).toHaveProperty('value', '731905')
    expect(screen.getByText('下一步')).toHaveProperty('disabled', false)
    expect(sent.some(sending => sending.path === path)).toBe(false)
  })

  test('for another card fills nothing', async () => {
    keepCode({ cardId: '01990000-0000-7000-8000-000000000011', code: '731905' })
    await show()
    expect(await screen.findByLabelText('6 位激活码')).toHaveProperty('value', '')
  })

  test.each([
    ['zh-CN', '扫一扫', '粘贴文字', '识别', '填入激活码', '6 位激活码'],
    ['en-US', 'Scan', 'Paste text', 'Read it', 'Fill in the code', '6-digit activation code'],
  ] as const)(
    'here fills the boxes, and sends nothing (%s)',
    async (language, scan, paste, read, fill, boxes) => {
      const sent = await show(language)
      fireEvent.click(await screen.findByText(scan))
      fireEvent.click(await screen.findByText(paste))
      fireEvent.input(screen.getByRole('dialog').querySelector('textarea') as Element, {
        target: { value: '731905' },
      })
      fireEvent.click(screen.getByText(read))
      fireEvent.click(await screen.findByText(fill))
      expect(screen.getByLabelText(boxes)).toHaveProperty('value', '731905')
      expect(sent.some(sending => sending.path === path)).toBe(false)
    },
  )
})

test.each([
  ['a virtual card', sampleCard, '虚拟卡不需要激活。'],
  ['an active one', { ...inactive, status: 'active' }, '这张卡已经激活。'],
  ['a lost one', { ...inactive, status: 'lost' }, '这张卡现在不能激活。'],
])('%s takes no code', async (_, card, words) => {
  signedInAs()
  stubApi({ '/api/customer/card/detail': done(card) })
  await renderPage('card', ActivateCard, { query: { id: cardId } })
  await screen.findByText(words)
  expect(screen.queryByLabelText('6 位激活码')).toBeNull()
})
