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
