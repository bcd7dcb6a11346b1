import { screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { keys, remember } from '../../storage.ts'
import { renderPage, signedInAs } from '../../testing/testing.tsx'
import Login from './login.tsx'
import Register from './register.tsx'

// Who is signed in already needs no form to get in.

test.each([
  ['/pages/bill/bill', '/pages/bill/bill'],
  [undefined, '/'],
  ['https://evil.example', '/'],
  ['/pages/login/login', '/'],
  ['/pages/register/register?refer=GLAZE1', '/'],
])('the log-in leads on, back to %s, and shows no form', async (back, next) => {
  signedInAs()
  // It is from an earlier visit.
  remember(keys.afterLogin, '/pages/safeCenter/safeCenter')
  go('login', { back })
  await renderPage('account', Login, { query: back ? { back } : {} })
  await waitFor(() => expect(currentUrl.value).toBe(next))
  expect(screen.queryByLabelText('登录密码')).toBeNull()
})

test('the registration leads home, and shows no form', async () => {
  signedInAs()
  go('register', { refer: 'GLAZE1' })
  await renderPage('account', Register, { query: { refer: 'GLAZE1' } })
  await waitFor(() => expect(currentUrl.value).toBe('/'))
  expect(screen.queryByLabelText('邮箱')).toBeNull()
})
