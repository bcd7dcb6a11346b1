import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { done, typePin } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { openedSheet } from '../../testing/opened-sheet.ts'
import { cardId, sampleCard } from '../../testing/samples.ts'

const path = '/api/customer/card/merchants'
const video = {
  ...{ merchant: 'Kiln Video', mcc: '4899', isStopped: false, cap: null },
  last: { amount: '10', time: '2026-08-10T09:41:00Z' },
  regular: { every: 'month', nextTime: '2026-09-10T09:41:00Z', cheaperBefore: '8' },
}
const shop = {
  ...{ merchant: 'Tea Shop', mcc: '5999', isStopped: false, cap: null, regular: null },
  last: { amount: '4', time: '2026-08-19T09:41:00Z' },
}
const some = { list: [video, shop], isOnlyThese: false, expected: '10.05', available: '100' }

beforeAll(() => Promise.all([import('./card-control.tsx'), import('./merchants.tsx')]))
beforeEach(() => {
  vi.setSystemTime('2026-08-20T09:41:00Z')
  return () => vi.useRealTimers()
})

const show = (answer: object | ((sent: Record<string, unknown>) => object), card: object = {}) => {
  const others = { '/api/customer/card/detail': done({ ...sampleCard, ...card }) }
  return openedSheet({ Page: CardDetail, sheet: 'merchants', path, answer, others })
}

const switchOf = (name: string) => screen.findByRole('switch', { name: new RegExp(name) })

async function enterPin() {
  await screen.findByText('输入资金密码，重新允许扣款')
  await typePin()
}

describe('merchants of a card', () => {
  test('are told with their rhythm, what it costs, and whether the card has it', async () => {
    await show(done(some))
    const note = (await switchOf('Kiln Video')).textContent?.replace(/\u00a0/g, ' ')
    expect(note).toBe('Kiln Video每月 · $10.00 · 比上次的 $8.00 贵 · 预计 2026年9月10日')
    expect(
      screen.getByText('未来 30 天预计定期扣款约 $10.05，卡内余额足够。不够时，提前 3 天通知您。'),
    ).toBeTruthy()
  })

  test('that will take more than there is lead to a recharge; one that is late is told as due', async () => {
    const late = { ...video, regular: { ...video.regular, nextTime: '2026-08-18T09:41:00Z' } }
    await show(done({ ...some, list: [late], available: '3' }))
    expect((await switchOf('Kiln Video')).textContent).toContain('预计近日扣款')
    const way = screen.getByText('给卡充值').closest('a')
    expect(way?.getAttribute('href')).toBe(`#/pages/rechargeCard2/rechargeCard2?cardId=${cardId}`)
  })

  test('none of which charges regularly are not called the others', async () => {
    await show(done({ ...some, list: [shop], expected: '0' }))
    await switchOf('Tea Shop')
    expect(screen.getByRole('heading', { name: '商户' })).toBeTruthy()
    expect(screen.queryByText('其他商户')).toBeNull()
  })

  test('are stopped at once, and let through again with the PIN', async () => {
    const stopped = { ...some, list: [{ ...video, isStopped: true }, shop], expected: '0' }
    const sent = await show(({ set }) =>
      done((set as { isStopped: boolean } | undefined)?.isStopped ? stopped : some),
    )
    fireEvent.click(await switchOf('Kiln Video'))
    await waitFor(async () =>
      expect((await switchOf('Kiln Video')).getAttribute('aria-checked')).toBe('false'),
    )
    expect(screen.getByText(/不再允许扣款/)).toBeTruthy()
    fireEvent.click(await switchOf('Kiln Video'))
    await enterPin()
    await waitFor(async () =>
      expect((await switchOf('Kiln Video')).getAttribute('aria-checked')).toBe('true'),
    )
    const set = { merchant: 'Kiln Video', isStopped: true }
    expect(sent.of().slice(1)).toEqual([
      { id: cardId, set },
      { id: cardId, set: { ...set, isStopped: false }, pin: '135790' },
    ])
  })

  test('beyond the most that can be stopped are refused in their own words', async () => {
    const full = { code: 1411, msg: '', key: 'limit_exceeded', data: { which: 'merchants', limit: '100' } }
    await show(({ set }) => (set ? full : done(some)))
    fireEvent.click(await switchOf('Tea Shop'))
    expect(await screen.findByText('停止的商户已达上限，请先恢复不需要的')).toBeTruthy()
  })

  test('of a card that is lost are only told, for another card to be given to them', async () => {
    await show(done(some), { status: 'lost' })
    expect(await screen.findByText('Kiln Video')).toBeTruthy()
    expect(screen.getByText(/请在商户处换绑其他卡/)).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
  })
})
