import { fireEvent, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { Field } from './field.tsx'

test.each([
  ['12,5', '12.5'],
  ['12。5', '12.5'],
  ['１２．５', '12.5'],
  [' 1,234.56 ', '1234.56'],
  ['1,000', '1000'],
  ['1,234,567', '1234567'],
  ['0,123', '0.123'],
  ['1.234,56', '1.234.56'],
])('an amount that is typed or pasted as %j is taken for %j', (typed, amount) => {
  const onInput = vi.fn()
  render(<Field label="金额" inputMode="decimal" value="" onInput={onInput} />)
  fireEvent.input(screen.getByLabelText('金额'), { target: { value: typed } })
  expect(onInput).toHaveBeenCalledExactlyOnceWith(amount)
})
