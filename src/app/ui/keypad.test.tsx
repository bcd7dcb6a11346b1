import { fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loadWords, t } from '../state/locale.ts'
import { PinPad } from './keypad.tsx'
import { Page } from './page.tsx'
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

describe('the focus', () => {
  const words = () => screen.getByText(label)

  test('goes from the button, which a wrong PIN disables, to what the PIN is for', async () => {
    const page = (error: string | null) => <PinPad label={label} onDone={() => {}} error={error} />
    const { rerender } = render(page(null))
    type('2', '4', '6', '8', '1', '0')
    screen.getByText(t('keypad.confirm')).focus()
    rerender(page('密码不正确'))
    await waitFor(() => expect(document.activeElement).toBe(words()))
  })

  test('that went with the button that led here goes to what the PIN is for', async () => {
    function Steps() {
      const [isAsking, ask] = useState(false)
      return isAsking ? (
        <PinPad label={label} onDone={() => {}} />
      ) : (
        <button type="button" onClick={() => ask(true)}>
          用 PIN
        </button>
      )
    }
    render(
      <Sheet isOpen title="确认" onClose={() => {}}>
        <Steps />
      </Sheet>,
    )
    const button = screen.getByText('用 PIN')
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(document.activeElement).toBe(words()))
  })

  test('is there again where the PIN is asked once more', async () => {
    const asked = (round: number) => <PinPad key={round} label={label} onDone={() => {}} />
    const { rerender } = render(asked(0))
    screen.getByText(t('keypad.text')).focus()
    rerender(asked(1))
    await waitFor(() => expect(document.activeElement).toBe(words()))
  })

  test('of a new page goes to its title', async () => {
    render(
      <Page title="设置资金密码">
        <PinPad label={label} onDone={() => {}} />
      </Page>,
    )
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })
})
