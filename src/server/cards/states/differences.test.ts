import { expect, test } from 'vitest'
import type { KnownCard } from '../issuer.ts'
import { differencesOf, type OurCard, type OurCards, subjectOf } from './differences.ts'

const ours: OurCard = {
  id: 'card',
  issuer_card_id: 'theirs',
  status: 'active',
  frozen_by_customer: false,
  frozen_by_issuer: false,
  is_activated: true,
}
const theirs: KnownCard = {
  issuerCardId: 'theirs',
  last4: '3000',
  reference: 'order',
  state: 'active',
  since: new Date(0),
  frozenBy: null,
  form: 'virtual',
  isActivated: true,
  expires: null,
  issuerOrderId: null,
}
const have = (cards: OurCard[], more: Partial<OurCards> = {}): OurCards => ({
  cards,
  ordered: new Set(),
  waiting: new Map(),
  ...more,
})
const compared = (here: Partial<OurCard>, there: Partial<KnownCard>) => {
  const now = have([{ ...ours, ...here }])
  return differencesOf([{ ...theirs, ...there }], { before: now, now }).map(({ difference }) => difference)
}

test.each<[string, Partial<OurCard>, Partial<KnownCard>]>([
  ['is active on both sides', {}, {}],
  [
    'is frozen on both sides, by whom that may be',
    { status: 'frozen_user', frozen_by_customer: true },
    { state: 'frozen' },
  ],
  [
    'is frozen by its owner, as the issuer says too',
    { status: 'frozen_user', frozen_by_customer: true },
    { state: 'frozen', frozenBy: ['us'] },
  ],
  [
    'is frozen by both, as the issuer says too',
    { status: 'frozen_risk', frozen_by_customer: true, frozen_by_issuer: true },
    { state: 'frozen', frozenBy: ['us', 'issuer'] },
  ],
  [
    'its owner let go of beside a freeze of theirs, which is told when that ends',
    { status: 'frozen_risk', frozen_by_issuer: true },
    { state: 'frozen', frozenBy: ['us', 'issuer'] },
  ],
  ['was frozen by the issuer', { status: 'frozen_risk', frozen_by_issuer: true }, { state: 'frozen' }],
  ['is not activated on either side', { status: 'inactive', is_activated: false }, { isActivated: false }],
  ['has a blocked PIN, which the issuer calls active', { status: 'pin_blocked' }, {}],
  ['was lost, which the issuer calls closed', { status: 'lost' }, { state: 'closed' }],
  ['was closed here and has expired there', { status: 'closed' }, { state: 'expired' }],
])('a card that %s does not differ', (_name, here, there) => {
  expect(compared(here, there)).toEqual([])
})

test.each<[string, Partial<OurCard>, Partial<KnownCard>]>([
  ['over_there', {}, { state: 'expired' }],
  ['over_there', { status: 'frozen_user', frozen_by_customer: true }, { state: 'closed' }],
  ['over_there', { status: 'expired', frozen_by_issuer: true }, { state: 'closed' }],
  ['over_here', { status: 'lost' }, {}],
  ['over_here', { status: 'closed' }, { state: 'frozen' }],
  ['frozen_there', {}, { state: 'frozen' }],
  ['frozen_here', { status: 'frozen_risk', frozen_by_issuer: true }, {}],
  ['frozen_here', { status: 'frozen_user', frozen_by_customer: true }, {}],
  [
    'frozen_there',
    { status: 'frozen_user', frozen_by_customer: true },
    { state: 'frozen', frozenBy: ['us', 'issuer'] },
  ],
  [
    'frozen_here',
    { status: 'frozen_risk', frozen_by_customer: true, frozen_by_issuer: true },
    { state: 'frozen', frozenBy: ['us'] },
  ],
  [
    'frozen_here',
    { status: 'frozen_risk', frozen_by_customer: true, frozen_by_issuer: true },
    { state: 'frozen', frozenBy: ['issuer'] },
  ],
  ['activated', { status: 'inactive', is_activated: false }, {}],
  [
    'activated',
    { status: 'frozen_user', frozen_by_customer: true, is_activated: false },
    { state: 'frozen', frozenBy: ['us'] },
  ],
])('it is told as %s', (difference, here, there) => {
  expect(compared(here, there)).toEqual([difference])
})

test('a card that only one side has differs, but for what has ended, was ordered or came while the issuer was asked', () => {
  const different = (there: Partial<KnownCard>[], before: OurCards, now = before) => {
    const known = there.map(card => ({ ...theirs, ...card }))
    return differencesOf(known, { before, now }).map(subjectOf)
  }
  expect(different([{}], have([]))).toEqual(['unknown_here:theirs'])
  expect(different([{ state: 'closed' }], have([]))).toEqual([])
  expect(different([{}], have([], { ordered: new Set(['theirs']) }))).toEqual([])
  expect(different([], have([ours]))).toEqual(['unknown_there:card'])
  expect(different([], have([{ ...ours, status: 'closed' }]))).toEqual([])
  expect(different([], have([]), have([ours]))).toEqual([])
  expect(different([{}], have([]), have([ours]))).toEqual([])
})
