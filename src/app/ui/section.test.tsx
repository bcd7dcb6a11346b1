import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { Section } from './section.tsx'

test('the way to all of it says of what, to whoever hears it without its heading', () => {
  render(
    <Section title="最近提现" all="#/pages/bill/bill">
      rows
    </Section>,
  )
  const link = screen.getByRole('link', { name: '全部 最近提现' })
  expect(link.textContent).toBe('全部')
  expect(link.getAttribute('href')).toBe('#/pages/bill/bill')
})
