import { fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadWords, t } from '../state/locale.ts'
import { CopyButton } from './copy-button.tsx'
import { Toasts } from './toast.tsx'

const command = vi.fn<() => boolean>()

beforeAll(() => loadWords('forms'))
beforeEach(() => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('closed')) } })
  document.execCommand = command.mockReturnValue(true)
  // What is selected has the focus, as in a browser.
  vi.spyOn(HTMLTextAreaElement.prototype, 'select').mockImplementation(function (this: HTMLElement) {
    this.focus()
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'execCommand')
})

function press(): HTMLElement {
  render(
    <>
      <CopyButton text="GLAZE1" label="邀请码" />
      <Toasts />
    </>,
  )
  const button = screen.getByRole('button')
  button.focus()
  fireEvent.click(button)
  return button
}

test('where the clipboard is closed the old command copies, and the button keeps the focus', async () => {
  const button = press()
  await screen.findByText(t('copy.done'))
  expect(command).toHaveBeenCalledWith('copy')
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})

test('where nothing copies it says so', async () => {
  command.mockReturnValueOnce(false)
  const button = press()
  await screen.findByText('没有复制成功，请长按文字选择')
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.queryByText(t('copy.done'))).toBeNull()
})
