import { render, screen, waitFor } from '@testing-library/preact'
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

test('it is heard once: its words belong to its title, and nothing else tells of them', () => {
  render(
    <Result state="done" title="充值成功" amount="20.00 USD">
      <p>已到卡</p>
    </Result>,
  )
  const about = screen.getByRole('heading').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(about)?.textContent).toBe('20.00 USD已到卡')
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByText('充值成功').closest('[role],[aria-live]')).toBeNull()
})

test('what it comes to later is told where it stands, and takes no focus', async () => {
  const { rerender } = render(<Result state="processing" title="处理中" />)
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  rerender(<Result state="done" title="充值成功" amount="20.00 USD" />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('充值成功 20.00 USD'))
  expect(document.activeElement).toBe(button)
  button.remove()
})
