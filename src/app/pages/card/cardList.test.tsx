import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import CardList from './cardList.tsx'
import { cardsOf, sampleCard } from './testing/samples.ts'

test('a list without a card speaks of no steps: they are on the tab', async () => {
  signedInAs()
  stubApi({ '/api/customer/card/100/1': done(cardsOf([])) })
  await renderPage('card', CardList)
  expect(await screen.findByText('还没有卡。虚拟卡几秒即可开通。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '申请新卡' })).toBeTruthy()
})

test('a list that is opened to read who saw a number is called so, and each card leads there', async () => {
  signedInAs()
  stubApi({ '/api/customer/card/100/1': done(cardsOf([sampleCard])) })
  await renderPage('card', CardList, { query: { open: 'views' } })
  const card = await screen.findByRole('link', { name: /4821/ })
  expect(card.getAttribute('href')).toBe(`#/pages/cardDetail/cardDetail?id=${sampleCard.id}&open=views`)
  expect(screen.getByRole('heading', { name: '查看记录' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '申请新卡' })).toBeNull()
})

test('what a card owes is the debt that is repaid, without what is held on it besides', async () => {
  signedInAs()
  const owing = { status: 'negative', balance: '-18.7', frozenAmount: '100.5', available: '-119.2' }
  stubApi({ '/api/customer/card/100/1': done(cardsOf([{ ...sampleCard, ...owing }])) })
  await renderPage('card', CardList)
  const card = await screen.findByRole('link', { name: /4821/ })
  expect(card.textContent).toContain('−$18.70欠款')
})
