import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Overview } from '../../../overview.ts'
import { Bills, CardStrip } from './holdings.tsx'

const bill = { id: '1', amount: '20', currency: 'USDT', remark: {}, createTime: new Date().toISOString() }

test.each([
  ['done', '+20.00', false],
  ['pending', '20.00', false],
  ['declined', '20.00', true],
  ['failed', '20.00', true],
  ['reversed', '20.00', true],
  ['expired', '20.00', true],
] as const)('a bill that is %s has a sign only when its money has moved', (status, words, isOff) => {
  const bills = [{ ...bill, type: 'deposit', status }]
  render(<Bills of={{ bills } as unknown as Overview} />)
  const sum = screen.getByText(words)
  expect(sum.classList.contains('pos')).toBe(status === 'done')
  expect(sum.closest('s') !== null).toBe(isOff)
  expect(sum.closest('[style*="--text-2"]') !== null).toBe(status !== 'done')
})

test.each([
  ['a deposit that has arrived', { type: 'deposit', status: 'done' }, '充值到账', /^今天 /],
  ['one that is on its way', { type: 'deposit', status: 'pending' }, '充值', /^处理中\s·\s今天 /],
  ['a conversion', { type: 'transfer', status: 'done', remark: { rate: '3.1' } }, '兑换', /^今天 /],
  ['a fee', { type: 'fee', status: 'done' }, '手续费', /^今天 /],
  [
    'a fee for a withdrawal',
    { type: 'fee', status: 'done', remark: { fee: 'withdrawFee' } },
    '提现手续费',
    /^今天 /,
  ],
  [
    'a fee for a purchase',
    { type: 'fee', status: 'done', remark: { fee: 'consumeFee', merchant: 'Kiln' } },
    '消费费',
    /^Kiln\s·\s今天 /,
  ],
  [
    'a purchase',
    { type: 'consume', status: 'done', remark: { merchant: 'Kiln' } },
    'Kiln',
    /^卡消费\s·\s今天 /,
  ],
])('%s is called by its name, once', (_which, told, title, note) => {
  render(<Bills of={{ bills: [{ ...bill, ...told }] } as unknown as Overview} />)
  expect(screen.getAllByText(title)).toHaveLength(1)
  expect(document.querySelector('li .cap')?.textContent?.replaceAll('\u00a0', ' ')).toMatch(note)
})

test('the way to a first card is shown by the first steps alone, that to another one here', () => {
  const { container } = render(<CardStrip of={{ cards: [] } as unknown as Overview} />)
  expect(container.textContent).toBe('')
  render(<CardStrip of={{ cards: [{ id: '1', status: 'closed' }] } as unknown as Overview} />)
  expect(screen.getByText('申请一张卡')).toBeTruthy()
})
