import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Overview } from '../../../overview.ts'
import { setHideAmounts } from '../../../state/locale.ts'
import { renderPage, signedInAs } from '../../../testing/testing.tsx'
import { sampleCard } from '../../card/testing/samples.ts'
import { ToDo } from './to-do.tsx'

const owing = { ...sampleCard, last4: '1111', status: 'closed', balance: '-12.34', available: '-12.34' }

test.each([
  ['zh-CN', '偿还尾号 1111 的卡欠款 $12.34'],
  ['en-US', 'Repay the $12.34 owed on the card ending in 1111'],
] as const)('what a card owes leads to repaying it, in %s', async (language, title) => {
  signedInAs()
  const of = { coins: [], bills: [{ status: 'done' }], cards: [owing], at: new Date() } as unknown as Overview
  await renderPage('todo', () => <ToDo of={of} />, { language })
  const way = (await screen.findByText(title)).closest('a')
  expect(way?.getAttribute('href')).toBe(`#/pages/cardDetail/cardDetail?id=${sampleCard.id}&open=repay`)
  setHideAmounts(true)
  await screen.findByText(title.replace('$12.34', '***'))
  setHideAmounts(false)
})
