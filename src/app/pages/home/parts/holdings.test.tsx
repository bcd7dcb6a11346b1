import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Overview } from '../../../overview.ts'
import { Bills } from './holdings.tsx'

test.each([
  ['done', '+20.00', false],
  ['pending', '20.00', false],
  ['declined', '20.00', true],
  ['failed', '20.00', true],
  ['reversed', '20.00', true],
  ['expired', '20.00', true],
] as const)('a bill that is %s has a sign only when its money has moved', (status, words, isOff) => {
  const bill = { id: '1', type: 'deposit', amount: '20', currency: 'USDT', remark: {}, status }
  const bills = [{ ...bill, createTime: new Date().toISOString() }]
  render(<Bills of={{ bills } as unknown as Overview} />)
  const sum = screen.getByText(words)
  expect(sum.classList.contains('pos')).toBe(status === 'done')
  expect(sum.closest('s') !== null).toBe(isOff)
  expect(sum.closest('[style*="--text-2"]') !== null).toBe(status !== 'done')
})
