import { fireEvent, render, screen } from '@testing-library/preact'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loadWords, t } from '../state/locale.ts'
import { PinPad } from './keypad.tsx'
import { Sheet } from './sheet.tsx'
import { Slide } from './slide.tsx'

beforeAll(() => loadWords('forms'))

const label = '资金密码'

function type(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}

describe('a PIN on a real keyboard', () => {
  test('is confirmed by Enter, once it is whole, and the sheet it is asked in stays', () => {
    const [done, close] = [vi.fn(), vi.fn()]
    render(
      <Sheet isOpen title="确认" onClose={close}>
        <PinPad label={label} onDone={done} button={Slide} />
      </Sheet>,
    )
    type('2', '4', '6', '8', '1', 'Enter')
    expect(done).not.toHaveBeenCalled()
    type('0', 'Enter')
    expect(done).toHaveBeenCalledExactlyOnceWith('246810')
    expect(close).not.toHaveBeenCalled()
  })

  test('leaves a button what is its own', () => {
    const done = vi.fn()
    render(<PinPad label={label} onDone={done} />)
    type('2', '4', '6', '8', '1', '0')
    fireEvent.keyDown(screen.getByText(t('keypad.text')), { key: 'Enter' })
    expect(done).not.toHaveBeenCalled()
  })
})

test('how many are typed is said, and not which', () => {
  render(<PinPad label={label} onDone={() => {}} />)
  type('7', '7', '7')
  expect(screen.getByRole('status').textContent).toBe(t('keypad.progress', { count: 3 }))
})
