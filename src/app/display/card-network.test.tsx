import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { CardNetwork } from './card-network.tsx'

test.each([
  ['Mastercard', 'radial-gradient'],
  ['Visa', 'italic'],
])('%s is drawn and still said', (name, drawn) => {
  render(<CardNetwork of={name} />)
  expect(screen.getByText(name).getAttribute('style')).toContain(drawn)
})

test('a network that we have no picture of is said alone', () => {
  render(<CardNetwork of="UnionPay" />)
  expect(screen.getByText('UnionPay').getAttribute('style')).toBeNull()
})
