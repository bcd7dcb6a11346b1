import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/testing.tsx'
import { Page } from './page.tsx'
import { Result } from './seal.tsx'

test('how it ended is heard before the title of its page', async () => {
  await renderPage('core', () => (
    <Page title="充值到卡">
      <Result state="done" title="充值成功" />
    </Page>
  ))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '充值成功' }))
})

test('what it comes to later is told where it stands, and takes no focus', () => {
  const { rerender } = render(<Result state="processing" title="处理中" />)
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  rerender(<Result state="done" title="充值成功" />)
  expect(screen.getByRole('status').textContent).toContain('充值成功')
  expect(document.activeElement).toBe(button)
  button.remove()
})
