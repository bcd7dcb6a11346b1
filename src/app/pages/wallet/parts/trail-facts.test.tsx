import { render, screen } from '@testing-library/preact'
import { beforeAll, expect, test } from 'vitest'
import type { Bill } from '../../../../contract/bill.ts'
import { loadWords, setLanguage } from '../../../state/locale.ts'
import { TrailFacts } from './trail-facts.tsx'

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
  render(<TrailFacts bill={bill} />)
  expect(screen.getByText(place)).toBeTruthy()
})
