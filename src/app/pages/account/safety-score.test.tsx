import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { UserInfo } from '../../../contract/account.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SafeCenter from './safeCenter.tsx'

const secondFactor = { since: '2026-11-20T10:00:00.000Z', recoveryLeft: 10 }

async function open(user: UserInfo) {
  signedInAs(user)
  stubApi({ '/api/customer/customerUser/getUser': done(user) })
  await renderPage('account', SafeCenter)
}

test.each([
  [{}, 3],
  [{ secondFactor }, 4],
  [{ passkeySet: true }, 4],
  [{ secondFactor, passkeySet: true }, 5],
])('what is safe counts the authenticator and passkeys (%j)', async (more, safeguards) => {
  await open({ ...person, pinSet: true, certified: true, ...more })
  expect(screen.getByText(`安全项已完成 ${safeguards} / 5`)).toBeTruthy()
})

test('what is missing leads to where it is set up', async () => {
  await open({ ...person, pinSet: true, certified: true })
  const hrefOf = (what: string) => screen.getByText(`去完成：${what}`).getAttribute('href')
  expect(hrefOf('身份验证器')).toContain('second=1')
  expect(hrefOf('通行密钥')).toContain('passkeys=1')
})
