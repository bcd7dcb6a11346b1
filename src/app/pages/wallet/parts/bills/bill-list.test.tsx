import { act, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import type { Bill } from '../../../../../contract/bill.ts'
import { BillList } from './bill-list.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Ten bills on each of so many days of October, the latest first. */
function billsOf(days: number): Bill[] {
  return Array.from({ length: 10 * days }, (_, index) => ({
    id: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    type: 'consume',
    amount: '-1',
    currency: 'USD',
    fee: '0',
    account: '4821',
    remark: { merchant: `Kiln ${index}`, mcc: '5999' },
    status: 'done',
    cardOutId: null,
    createTime: new Date(2026, 9, 30 - Math.floor(index / 10), 12).toISOString(),
    traceId: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  }))
}

/** Stands in for the browser's: it tells of an element only when it is told to. */
function stubObserver() {
  const watched = new Set<Element>()
  let tell: IntersectionObserverCallback = () => {}
  class Observer {
    constructor(callback: IntersectionObserverCallback) {
      tell = callback
    }
    observe = (element: Element) => void watched.add(element)
    unobserve = (element: Element) => void watched.delete(element)
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const near = (target: Element, isIntersecting: boolean) =>
    act(() => tell([{ target, isIntersecting } as never], null as never))
  return { watched, near }
}

test('a day far down is drawn when one gets near, has its room before, and stays', () => {
  const { watched, near } = stubObserver()
  render(<BillList bills={billsOf(5)} sums={[]} onOpen={() => {}} />)
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(5)
  expect(screen.getByText('Kiln 29')).toBeTruthy()
  expect(screen.queryByText('Kiln 30')).toBeNull()
  const [fourth, fifth] = [...watched] as [HTMLElement, HTMLElement]
  expect(fourth.style.height).toBe('677px')
  near(fifth, false)
  near(fourth, true)
  expect(screen.getByText('Kiln 30')).toBeTruthy()
  expect(fourth.style.height).toBe('')
  expect([...watched]).toEqual([fifth])
  near(fourth, false)
  expect(screen.getByText('Kiln 39')).toBeTruthy()
  expect(screen.queryByText('Kiln 40')).toBeNull()
})

test('every day is drawn where the browser cannot tell what is near', () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  render(<BillList bills={billsOf(5)} sums={[]} onOpen={() => {}} />)
  expect(screen.getByText('Kiln 49')).toBeTruthy()
})
