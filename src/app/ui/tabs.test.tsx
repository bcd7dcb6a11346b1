import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { setLanguage } from '../state/locale.ts'
import { Tabs } from './tabs.tsx'

test('the style sheet takes the invite tab away where the document says so, and no other', async () => {
  await setLanguage('en-US')
  const { container } = render(<Tabs at="user" />)
  const css = readFileSync('src/app/styles/base.css', 'utf8')
  const [, hidden = ''] = /([^}]*)\{\s*display: none;/.exec(css.slice(css.indexOf('[data-invite'))) ?? []
  expect(hidden).toContain('data-invite')
  expect(container.querySelector(hidden.trim())).toBeNull()
  container.setAttribute('data-invite', 'false')
  const gone = [...document.querySelectorAll(hidden.trim())]
  expect(gone).toEqual([screen.getByText('Invite').closest('a')])
})
