import { screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { currentUrl } from '../../hash-location.tsx'
import { keys, recall } from '../../storage.ts'
import { renderPage } from '../../testing.tsx'
import SharePage from './sharePage.tsx'

test('keeps the code and hands it to the registration', async () => {
  await renderPage('invite', SharePage, { query: { refer: 'K7QH2MXP' } })
  expect(recall(keys.refer)).toBe('K7QH2MXP')
  expect(screen.getByText('接受邀请，立即注册').getAttribute('href')).toBe(
    '#/pages/register/register?refer=K7QH2MXP',
  )
})

test('without a code it leads to the invite page', async () => {
  await renderPage('invite', SharePage)
  await waitFor(() => expect(currentUrl.value).toBe('/pages/invite/invite'))
})
