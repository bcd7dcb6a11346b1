import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { NameText } from './name-text.tsx'

test.each([
  ['h17***5@mail.test', 'h17***|5@|mail.|test'],
  ['PAYPAL *WWW.EBAY.DE·BERLIN', 'PAYPAL *|WWW.|EBAY.|DE·|BERLIN'],
  ['*Kiln', '*|Kiln'],
  ['Blue Kiln Coffee', 'Blue Kiln Coffee'],
])('a line of %s may end behind each of its dots, and it is read as it is', (name, parts) => {
  const { container } = render(<NameText of={name} />)
  expect(container.querySelector('bdi')?.innerHTML.replaceAll('<wbr>', '|')).toBe(parts)
  expect(screen.getByText(name)).toBeTruthy()
})
