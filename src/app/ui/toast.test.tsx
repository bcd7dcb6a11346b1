import { fireEvent, render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { shownToasts, Toasts, toast } from './toast.tsx'

test('what is said goes when it is tapped, and nothing else with it', async () => {
  render(<Toasts />)
  toast('已保存')
  toast('已复制')
  fireEvent.click(await screen.findByText('已保存'))
  expect(shownToasts()).toEqual(['已复制'])
})
