import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Card } from '../../../../contract/card.ts'
import { renderPage } from '../../../testing/testing.tsx'
import { cardId, sampleCard } from '../testing/samples.ts'
import { CardNote } from './card-note.tsx'
import type { Freezing } from './freeze.ts'

const show = (changes: Partial<Card>) => {
  const of = { card: { ...sampleCard, ...changes }, trouble: null, isBusy: false } as Freezing
  return renderPage('card', () => <CardNote of={of} />)
}

test('a blocked card PIN is mended by a new one', async () => {
  await show({ status: 'pin_blocked', type: 'physical' })
  const way = await screen.findByText('设置新的卡 PIN')
  expect(way.getAttribute('href')).toBe(`#/pages/cardDetail/cardDetail?id=${cardId}&open=pin`)
})

test.each([
  [{ type: 'virtual', cardTypeId: 'celadon' }, '申请新卡', '#/pages/openCard/openCard?cardTypeId=celadon'],
  [
    { type: 'physical', cardTypeId: 'celadon-physical' },
    '申请实体卡',
    '#/pages/makeCard/makeCard?cardTypeId=celadon-physical&step=1',
  ],
] as const)(
  'an expired card says where its money went, and leads to another: %o',
  async (card, label, href) => {
    await show({ ...card, status: 'expired', available: '0' })
    await screen.findByText(/已过期.*余额已转入钱包/)
    expect((await screen.findByText(label)).getAttribute('href')).toBe(href)
  },
)

test('an expired card that still has money leads to us', async () => {
  await show({ status: 'expired' })
  await screen.findByText(/余额还在卡上/)
  expect((await screen.findByText('联系客服')).getAttribute('href')).toContain(`refId=${cardId}`)
})

test.each([
  { status: 'pin_blocked', type: 'virtual' },
  { status: 'frozen_risk', type: 'physical' },
] as const)('a $type card that is $status leads to us, who alone can mend it', async changes => {
  await show(changes)
  const way = await screen.findByText('联系客服')
  expect(way.getAttribute('href')).toContain(`refType=card&refId=${cardId}`)
})

test('a card that owes says how much, whatever is held on it besides, and leads to repaying that without a fee', async () => {
  await show({ status: 'negative', balance: '-18.7', frozenAmount: '100.5', available: '-119.2' })
  await screen.findByText(/欠款 \$18\.70.*不收费用/)
  const way = await screen.findByText('去还款')
  expect(way.getAttribute('href')).toBe(`#/pages/cardDetail/cardDetail?id=${cardId}&open=repay`)
})
