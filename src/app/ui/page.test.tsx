import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { Page } from './page.tsx'

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
