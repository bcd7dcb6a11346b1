import { waitFor } from '@testing-library/preact'
import type { ComponentType } from 'preact'
import { beforeEach, expect, test } from 'vitest'
import { currentUrl, goTo } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { signOut } from '../../state/session.ts'
import { renderPage, stubApi } from '../../testing/testing.tsx'
import CardBills from './bill2.tsx'
import CardDetail from './cardDetail.tsx'
import CardList from './cardList.tsx'
import ConvertCard from './convertCard.tsx'
import ConvertWallet from './convertWallet.tsx'
import OpenCardKyc from './openCardKyc.tsx'
import PayOpenCard from './payOpenCard.tsx'
import RechargeCard2 from './rechargeCard2.tsx'
import SelectRecharge from './selectRecharge.tsx'
import { cardId } from './testing/samples.ts'

const pages: [string, ComponentType<PageProps>, Record<string, string>][] = [
  ['bill2', CardBills, { cardId }],
  ['cardDetail', CardDetail, { id: cardId }],
  ['cardList', CardList, {}],
  ['convertCard', ConvertCard, { cardId }],
  ['convertWallet', ConvertWallet, { coin: 'ETH' }],
  ['openCardKyc', OpenCardKyc, { cardTypeId: 'celadon', amount: '50' }],
  ['payOpenCard', PayOpenCard, { cardTypeId: 'celadon' }],
  ['payOpenCard', PayOpenCard, { orderId: cardId }],
  ['payOpenCard', PayOpenCard, { cardTypeId: 'celadon', replaces: cardId }],
  ['rechargeCard2', RechargeCard2, { cardId }],
  ['selectRecharge', SelectRecharge, { cardId }],
]

beforeEach(signOut)

test.each(pages)('%s leads who is not signed in to the log-in, and back', async (name, Page, query) => {
  const sent = stubApi({})
  const asked = new URLSearchParams(query)
  const here = `/pages/${name}/${name}${asked.size > 0 ? `?${asked}` : ''}`
  goTo(here)
  await renderPage('card', Page, { query })
  await waitFor(() => expect(currentUrl.value).toBe(`/pages/login/login?back=${encodeURIComponent(here)}`))
  expect(sent).toEqual([])
})
