import { fireEvent, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { holdSheets, Sheet } from './sheet.tsx'

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

test('is closed by Escape, unless an answer is awaited', () => {
  const close = vi.fn()
  render(
    <Sheet isOpen title="资金密码" onClose={close}>
      {null}
    </Sheet>,
  )
  const sheet = screen.getByRole('dialog', { hidden: true })
  const release = holdSheets()
  fireEvent.keyDown(sheet, { key: 'Escape' })
  expect(close).not.toHaveBeenCalled()
  release()
  fireEvent.keyDown(sheet, { key: 'Escape' })
  expect(close).toHaveBeenCalledOnce()
})
