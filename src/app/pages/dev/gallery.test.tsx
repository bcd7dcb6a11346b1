import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/testing.tsx'
import Gallery from './gallery.tsx'

const app = join(process.cwd(), 'src/app')
const parts = readdirSync(join(app, 'pages/dev/parts'))
  .map(file => readFileSync(join(app, 'pages/dev/parts', file), 'utf8'))
  .join('\n')

test.each(readdirSync(join(app, 'ui')).filter(file => /^[\w-]+\.tsx$/.test(file)))('shows %s', file => {
  expect(parts.includes(`/ui/${file}'`)).toBe(true)
})

test.each(['zh-CN', 'en-US'] as const)('has words for everything: %s', async language => {
  const { container } = await renderPage('forms', Gallery, { language })
  expect(container.querySelectorAll('[data-part]').length).toBeGreaterThan(25)
  expect(container.textContent).not.toMatch(/\b(field|forms|keypad|money|page|refusal|state|tab)\.[a-z]\w+/)
})

test('shows one part alone where it is asked for', async () => {
  const { container } = await renderPage('forms', Gallery, { query: { part: 'button' } })
  expect([...container.querySelectorAll('[data-part]')].map(part => part.getAttribute('data-part'))).toEqual([
    'button',
  ])
})

test('changes theme, language and amounts of everything at once', async () => {
  const { container } = await renderPage('forms', Gallery, { query: { part: 'money' } })
  fireEvent.click(screen.getByRole('button', { name: '深色' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(container.textContent).toContain('12,480.36')
  fireEvent.click(screen.getByRole('button', { name: '隐藏金额' }))
  expect(container.textContent).not.toMatch(/\d,\d/)
  fireEvent.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByRole('button', { name: 'Hide amounts', pressed: true })).toBeTruthy()
})
