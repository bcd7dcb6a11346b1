import { fireEvent, screen } from '@testing-library/preact'
import type { RuleChange } from '../../../../contract/usage.ts'
import { done, renderPage, signedInAs, stubApi } from '../../../testing/testing.tsx'
import { cardId, pageOf, sampleCard } from './samples.ts'

export const limits = [
  { window: 'single', own: null, most: '5000', used: '0' },
  { window: 'day', own: '500', most: '5000', used: '125.50' },
  { window: 'month', own: null, most: '20000', used: '800' },
]
export const rules = {
  ...{ online: true, contactless: true, atm: false, abroad: true, countries: null, isSingleUse: false },
  shops: { gambling: true, adult: true, alcohol: true, money: true, games: true, travel: true },
  gamblingFrom: null,
}
export const limitPath = '/api/customer/card/cardLimit'
export const rulePath = '/api/customer/card/cardRule'
export const tryPath = '/api/customer/card/tryRules'
const answers = {
  '/api/customer/card/detail': done(sampleCard),
  '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
  '/api/common/address/selectCountry': done([
    { name: 'Japan', nameZh: '日本', code: 'JP', flag: '🇯🇵', phoneCode: '+81' },
  ]),
  [limitPath]: done(limits),
  [rulePath]: ({ set = {} }: Record<string, unknown>) => {
    const { shops, ...others } = set as RuleChange
    return done({ ...rules, ...others, shops: { ...rules.shops, ...shops } })
  },
  [tryPath]: done({ purchases: 14, declined: 0, latest: [] }),
  '/api/customer/card/views/20/1': done(
    pageOf([{ id: cardId, time: '2026-11-20T10:00:00.000Z', device: 'Chrome · Android' }]),
  ),
}

/** Shows the page of a card with its sheets, and says what was asked of a path. */
export function showing(page: Parameters<typeof renderPage>[1]) {
  return async (query: object = {}, changes: Record<string, object> = {}) => {
    signedInAs()
    const sent = stubApi({ ...answers, ...changes })
    await renderPage('card', page, { query: { id: cardId, ...query } })
    await screen.findByText('使用与安全')
    return { of: (path: string) => sent.filter(call => call.path === path).map(({ body }) => body) }
  }
}

/** Types by the keypad. */
export const keys = (text: string) => {
  for (const key of text) fireEvent.click(screen.getByRole('button', { name: key }))
}
