import { act, fireEvent, render, screen } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadWords } from '../state/locale.ts'
import type { No } from '../trouble/trouble.ts'
import { Sheet } from '../ui/sheet.tsx'
import { PinAsk } from './pin-ask.tsx'

beforeEach(() => loadWords('forms'))

/** A sheet that asks for the PIN of a payment, which has been given and waits for its answer. */
async function asking() {
  let answer = (_: No) => {}
  const [close, onAnswer] = [vi.fn(), vi.fn()]
  const ask = () =>
    new Promise<No>(resolve => {
      answer = resolve
    })
  const shown = render(
    <Sheet isOpen title="资金密码" onClose={close}>
      <PinAsk movesMoney label="资金密码" confirm="付款" ask={ask} onAnswer={onAnswer} />
    </Sheet>,
  )
  for (const digit of '246813') fireEvent.keyDown(document.body, { key: digit })
  await act(() => {
    fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  })
  return { ...shown, close, onAnswer, answer: (reply: No) => act(async () => answer(reply)) }
}

function pressEscape() {
  fireEvent.keyDown(screen.getByRole('dialog', { hidden: true }), { key: 'Escape' })
}

test('its sheet stays while a payment waits for its answer, and can be closed after that', async () => {
  const { close, onAnswer, answer } = await asking()
  pressEscape()
  expect(close).not.toHaveBeenCalled()
  await answer({ ok: false, key: 'network' })
  expect(onAnswer).toHaveBeenCalledOnce()
  pressEscape()
  expect(close).toHaveBeenCalledOnce()
})

test('once it is left, other sheets are closed as ever, before its answer and after it', async () => {
  const { unmount, answer } = await asking()
  unmount()
  const close = vi.fn()
  render(
    <Sheet isOpen title="设置" onClose={close}>
      {null}
    </Sheet>,
  )
  pressEscape()
  expect(close).toHaveBeenCalledOnce()
  await answer({ ok: true })
  pressEscape()
  expect(close).toHaveBeenCalledTimes(2)
})
