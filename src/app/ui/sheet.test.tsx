import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { holdSheets, Sheet } from './sheet.tsx'
import { Toasts, toast } from './toast.tsx'

test('a form in a sheet does not send the form the sheet stands in', () => {
  const send = vi.fn((event: Event) => event.preventDefault())
  const search = vi.fn((event: Event) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Sheet isOpen title="国家" onClose={() => {}}>
        <form onSubmit={search} aria-label="搜索" />
      </Sheet>
    </form>,
  )
  fireEvent.submit(document.querySelector('dialog form') as HTMLFormElement)
  expect(search).toHaveBeenCalledOnce()
  expect(send).not.toHaveBeenCalled()
})

function opened() {
  const close = vi.fn()
  render(
    <Sheet isOpen title="资金密码" onClose={close}>
      {null}
    </Sheet>,
  )
  return { close, sheet: screen.getByRole('dialog', { hidden: true }) }
}

test('is closed by Escape, unless an answer is awaited', () => {
  const { close, sheet } = opened()
  const release = holdSheets()
  fireEvent.keyDown(sheet, { key: 'Escape' })
  expect(close).not.toHaveBeenCalled()
  release()
  fireEvent.keyDown(sheet, { key: 'Escape' })
  expect(close).toHaveBeenCalledOnce()
})

test('is dragged down to be closed; what is not closed goes back to its place', () => {
  const { close, sheet } = opened()
  const drag = (to: number) => {
    const handle = screen.getByText('资金密码')
    fireEvent.pointerDown(handle, { clientY: 10, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: to, pointerId: 1 })
    expect(sheet.style.translate).toBe(`0 ${to - 10}px`)
    fireEvent.pointerUp(handle, { clientY: to, pointerId: 1 })
    expect(sheet.style.translate).toBe('')
  }
  drag(60)
  const release = holdSheets()
  drag(160)
  expect(close).not.toHaveBeenCalled()
  release()
  drag(160)
  expect(close).toHaveBeenCalledOnce()
})

test('stays open when somebody who was to choose a file in it thinks better of it', () => {
  const close = vi.fn()
  render(
    <Sheet isOpen title="扫码" onClose={close}>
      <input type="file" aria-label="相册" />
    </Sheet>,
  )
  // Browsers say so at the field, and let it rise (HTML, 4.10.5.1.17).
  fireEvent(screen.getByLabelText('相册'), new Event('cancel', { bubbles: true }))
  expect(close).not.toHaveBeenCalled()
  fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('cancel', { cancelable: true }))
  expect(close).toHaveBeenCalledOnce()
})

test('what is said for a moment is said in the sheet, where it is seen and heard, and goes on when that is closed', async () => {
  const page = (isOpen: boolean) => (
    <>
      <Toasts />
      <Sheet isOpen={isOpen} title="设置" onClose={() => {}}>
        {null}
      </Sheet>
    </>
  )
  const { rerender } = render(page(true))
  toast('未能保存')
  const sheet = screen.getByRole('dialog', { hidden: true })
  expect(await within(sheet).findByText('未能保存')).toBe(screen.getByText('未能保存'))
  rerender(page(false))
  expect(await screen.findByText('未能保存')).toBeTruthy()
})

describe('where the focus goes when what had it is gone', () => {
  function opened(next: ComponentChildren) {
    const page = (step: ComponentChildren) => (
      <Sheet isOpen title="明细" onClose={() => {}}>
        {step}
      </Sheet>
    )
    const { rerender } = render(page(<button type="button">下一步</button>))
    screen.getByText('下一步').focus()
    rerender(page(next))
  }

  test('to the title', async () => {
    opened(<p>到了</p>)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('明细')))
  })

  test('to what the next step would have it begin with', async () => {
    // biome-ignore lint/a11y/noAutofocus: as the PIN pad has it
    opened(<input aria-label="验证码" autoFocus />)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('验证码')))
  })

  test('nowhere, where something has it already', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    onTestFinished(() => field.remove())
    opened(null)
    field.focus()
    await new Promise(done => setTimeout(done, 20))
    expect(document.activeElement).toBe(field)
  })
})

describe('closed by the browser, which lets nobody prevent that twice', () => {
  test('is shown again while an answer is awaited', () => {
    const close = vi.fn()
    render(
      <Sheet isOpen title="资金密码" onClose={close}>
        {null}
      </Sheet>,
    )
    const sheet = screen.getByRole<HTMLDialogElement>('dialog', { hidden: true })
    const release = holdSheets()
    sheet.close()
    release()
    expect(sheet.open).toBe(true)
    expect(close).not.toHaveBeenCalled()
  })

  test('is closed for its page too, once', async () => {
    const close = vi.fn()
    function Page() {
      const [isOpen, open] = useState(true)
      const leave = () => {
        close()
        open(false)
      }
      return (
        <Sheet isOpen={isOpen} title="设置" onClose={leave}>
          {null}
        </Sheet>
      )
    }
    render(<Page />)
    screen.getByRole<HTMLDialogElement>('dialog', { hidden: true }).close()
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
    expect(close).toHaveBeenCalledOnce()
  })

  test('stays on the screen where its page keeps it open', () => {
    render(
      <Sheet isOpen title="设置" onClose={() => {}}>
        {null}
      </Sheet>,
    )
    const sheet = screen.getByRole<HTMLDialogElement>('dialog', { hidden: true })
    sheet.close()
    expect(sheet.open).toBe(true)
  })
})
