import { act, fireEvent, render, screen } from '@testing-library/preact'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadWords } from '../state/locale.ts'
import { AmountEntry } from './amount-entry.tsx'

beforeAll(() => loadWords('forms'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Less than ten is too little. */
function Entry() {
  const [typed, type] = useState('')
  return (
    <AmountEntry typed={typed} onInput={type} currency="USDT" sums={[]} max="0" onEnter={undefined}>
      {Number(typed) < 10 && <p class="bad">至少 10.00</p>}
    </AmountEntry>
  )
}

const heard = () => document.querySelector('.sr')?.textContent
const key = async (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })))
const rest = async (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('what stands against an amount interrupts nobody: it is said once the fingers rest', async () => {
  render(<Entry />)
  for (const digit of ['0', '.', '5']) {
    await key(digit)
    await rest(900)
    expect(heard()).toBe('')
  }
  expect(screen.queryByRole('alert')).toBeNull()
  await rest(200)
  expect(heard()).toBe('至少 10.00')
})

test('nothing is said of what the next digit has mended', async () => {
  render(<Entry />)
  await key('1')
  await rest(900)
  await key('5')
  await rest(5_000)
  expect(heard()).toBe('')
})
