import { render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { Page } from './page.tsx'
import { ErrorView } from './states.tsx'

test('the title of a new page is heard, and named by the tab', () => {
  render(<Page title="Bills">rows</Page>)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Bills' }))
  expect(document.title).toBe('Bills · Glaze')
})

test('what has taken the focus keeps it', () => {
  render(
    <Page title="Search">
      <input aria-label="words" ref={box => box?.focus()} />
    </Page>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('words'))
})

test('a page that becomes another is heard like a new one, unless the focus is on it', () => {
  const page = (title: string) => (
    <Page title={title}>
      <input aria-label="words" />
    </Page>
  )
  const { rerender } = render(page('Bills'))
  screen.getByLabelText('words').focus()
  rerender(page('Search'))
  expect(document.activeElement).toBe(screen.getByLabelText('words'))
  screen.getByLabelText('words').blur()
  rerender(page('Found'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Found' }))
})

test('what is tried again leaves the focus to the title, where it has it', () => {
  const page = (part: 'failed' | 'loading') => (
    <Page title="Bills">
      <input aria-label="words" />
      {part === 'failed' && <ErrorView onRetry={vi.fn()} />}
    </Page>
  )
  const { rerender } = render(page('failed'))
  screen.getByRole('button', { name: '重试' }).focus()
  rerender(page('loading'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Bills' }))
  rerender(page('failed'))
  screen.getByLabelText('words').focus()
  rerender(page('loading'))
  expect(document.activeElement).toBe(screen.getByLabelText('words'))
})
