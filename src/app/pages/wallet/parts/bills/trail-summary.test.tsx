import { render, screen } from '@testing-library/preact'
import { beforeAll, expect, test } from 'vitest'
import type { Bill } from '../../../../../contract/bill.ts'
import { loadWords, setLanguage } from '../../../../state/locale.ts'
import { TrailSummary } from './trail-summary.tsx'

beforeAll(async () => {
  await setLanguage('en-US')
  await loadWords('wallet')
})

test.each([
  ['Kyoto', 'JP', 'Kyoto, Japan'],
  ['SINGAPORE', 'SG', 'Singapore'],
  ['United States', 'US', 'United States'],
  ['', 'JP', 'Japan'],
  ['Kyoto', '', 'Kyoto'],
  ['Nowhere', 'a country', 'Nowhere, a country'],
])('a shop that says %s, %s stands in %s', (city, country, place) => {
  const id = '01990000-0000-7000-8000-00000000000a'
  const bill: Bill = {
    ...{ id, type: 'consume', amount: '-20', currency: 'USD', fee: '0', account: '4821', status: 'done' },
    ...{ remark: { city, country }, createTime: '2026-11-20T10:00:00.000Z', cardOutId: id, traceId: id },
  }
  render(<TrailSummary bill={bill} />)
  expect(screen.getByText(place)).toBeTruthy()
})

test('an address is written as everywhere, in groups of four, below the name it was saved under', () => {
  const id = '01990000-0000-7000-8000-00000000000a'
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const bill: Bill = {
    ...{
      id,
      type: 'withdraw',
      amount: '-119',
      currency: 'USDT',
      fee: '1',
      account: 'wallet',
      status: 'done',
    },
    ...{ remark: { address, label: 'Cold wallet' }, createTime: '2026-11-20T10:00:00.000Z' },
    ...{ cardOutId: null, traceId: id },
  }
  const { container } = render(<TrailSummary bill={bill} />)
  expect(screen.getByText(/Cold wallet/).textContent).toContain(address)
  expect([...container.querySelectorAll('bdi span')].slice(0, 3).map(group => group.textContent)).toEqual([
    '0x5290',
    '8400',
    '0985',
  ])
})
