import { act, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import type { Bill } from '../../../../../contract/bill.ts'
import { BillList } from './bill-list.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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

// Stands in for the browser's, of which the list makes one: it tells of an element only when it is told to.
const watched = new Set<Element>()
let tell: IntersectionObserverCallback = () => {}
class Observer {
  constructor(callback: IntersectionObserverCallback) {
    tell = callback
  }
  observe = (element: Element) => void watched.add(element)
  unobserve = (element: Element) => void watched.delete(element)
}

/** Days come to where they are told to be, from the top of the screen. */
function scroll(...places: [day: Element, top: number][]) {
  const entries = places.map(([target, top]) => ({
    target,
    isIntersecting: top > -2_700 && top < innerHeight + 2_000,
    boundingClientRect: { top, bottom: top + 700, height: 700 },
  }))
  act(() => tell(entries as never, null as never))
}

function fiveDays() {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', Observer)
  render(<BillList bills={billsOf(5)} sums={[]} onOpen={() => {}} />)
  return [...watched] as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement]
}

test('a day far down has its room, is drawn when one gets near, and left at the height it had', () => {
  const days = fiveDays()
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(5)
  expect(screen.getByText('Kiln 29')).toBeTruthy()
  expect(screen.queryByText('Kiln 30')).toBeNull()
  const [first, , , fourth, fifth] = days
  expect(fourth.style.height).toBe('677px')
  scroll([fifth, 9_000], [fourth, 100])
  expect(screen.getByText('Kiln 30')).toBeTruthy()
  expect(fourth.style.height).toBe('')
  expect(screen.queryByText('Kiln 40')).toBeNull()
  scroll([first, -3_000])
  expect(screen.queryByText('Kiln 0')).toBeNull()
  expect(first.style.height).toBe('700px')
  scroll([first, 0])
  expect(screen.getByText('Kiln 0')).toBeTruthy()
})

test('of days beside the screen the nearest is drawn first, each in a task of its own', () => {
  const days = fiveDays()
  const [first, second, , fourth, fifth] = days
  scroll([first, -3_000], [second, -2_800])
  scroll([first, -1_500], [fifth, innerHeight + 900], [fourth, innerHeight + 200])
  const drawn = () => ['Kiln 0', 'Kiln 10', 'Kiln 30', 'Kiln 40'].filter(name => screen.queryByText(name))
  expect(drawn()).toEqual([])
  act(() => void vi.advanceTimersToNextTimer())
  expect(drawn()).toEqual(['Kiln 30'])
  scroll([first, -3_000])
  act(() => void vi.runAllTimers())
  expect(drawn()).toEqual(['Kiln 30', 'Kiln 40'])
})

test('a day that has the focus inside is not left', () => {
  const days = fiveDays()
  const row = screen.getByText('Kiln 3').closest('button') as HTMLElement
  row.focus()
  scroll([days[0], -3_000], [days[1], -2_800])
  expect(document.activeElement).toBe(row)
  expect(row.isConnected).toBe(true)
  expect(screen.queryByText('Kiln 10')).toBeNull()
})

test('every day is drawn where the browser cannot tell what is near', () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  render(<BillList bills={billsOf(5)} sums={[]} onOpen={() => {}} />)
  expect(screen.getByText('Kiln 49')).toBeTruthy()
})
