import type { ComponentType } from 'preact'
import { go } from '../../../routing/hash-location.tsx'
import type { PageProps } from '../../../routing/routes.ts'
import { done, renderPage, signedInAs, stubApi } from '../../../testing/testing.tsx'
import { home, metal, physical } from './apply-samples.ts'
import { cardId, celadon, master, pageOf, sampleCard } from './samples.ts'

// For tests of the application for a physical card: what the server would say, and the page with it.

export const paths = {
  record: '/api/customer/card/getCardApplyRecord',
  apply: '/api/customer/card/applyCard',
  pay: '/api/customer/card/payApply',
  cancel: '/api/customer/card/cancelPayApply',
  finish: '/api/customer/card/finishApply',
  restart: '/api/customer/card/restartApplyCard',
  url: '/api/customer/card/generatorCardHolderUrl',
  confirm: '/api/customer/card/confirmCardHolderId',
  cost: '/api/common/address/getMailingCost',
}
export const answers = {
  '/api/common/cardType/1000/1': done(pageOf([celadon, physical, metal])),
  '/api/customer/card/detail': done(sampleCard),
  '/api/customer/card/100/1': done(pageOf([sampleCard])),
  '/api/customer/address/list/20/1': done(pageOf([home])),
  '/api/customer/cryptoCurrency/masterBudgetBalance': done(master),
  [paths.cost]: done({ cost: '12', days: [5, 9], carrier: 'SingPost' }),
  [paths.record]: done(null),
}

/** Opens the page of a card; `changes` are what the server says otherwise. Answers what was sent. */
export const showing =
  (Page: ComponentType<PageProps>) =>
  async (changes: Record<string, object | (() => object)> = {}, query: Record<string, string> = {}) => {
    signedInAs()
    const sent = stubApi({ ...answers, ...changes })
    const all: Record<string, string> = { cardId, ...query }
    go('makeCard', all, { replace: true })
    await renderPage('card', Page, { query: all })
    return sent
  }
