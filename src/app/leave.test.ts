import { beforeEach, describe, expect, test } from 'vitest'
import { leave } from './leave.ts'
import { currentUrl, go } from './routing/hash-location.tsx'
import { isSignedIn, session, signIn } from './state/session.ts'
import { keys, recall, remember } from './storage.ts'
import { done, person, signedInAs, stubApi } from './testing/testing.tsx'

const logout = '/api/customer/customerUser/logout'
const over = { status: 401, error: 'none', path: logout }

beforeEach(() => {
  signedInAs()
  remember(keys.stayedOut, null)
  go('user')
})

describe('leaving', () => {
  test.each([
    ['the server has heard', done(null)],
    ['it is silent', { status: 504, error: 'none', path: logout }],
    ['the session was over already', over],
  ])('leaves nothing to who comes after, where %s', async (_, answer) => {
    const sent = stubApi({ [logout]: answer })
    remember('drafts', { card: { amount: '5' } })
    for (const key of [keys.afterLogin, keys.webView]) remember(key, '/pages/card/card')
    await leave()
    expect(sent.map(({ path }) => path)).toEqual([logout])
    expect(isSignedIn.value).toBe(false)
    expect(currentUrl.value).toBe('/')
    for (const key of ['drafts', keys.afterLogin, keys.webView, keys.stayedOut] as const)
      expect(recall(key)).toBeNull()
  })

  test('stays out of Telegram’s log-in where that was asked for', async () => {
    stubApi({ [logout]: over })
    await leave({ staysOut: true })
    expect(recall(keys.stayedOut)).toBe(true)
  })

  test('takes nobody away who has logged in meanwhile', async () => {
    const userInfo = { ...person, id: 'another' }
    stubApi({
      [logout]: () => {
        signIn({ token: 'anothers', userInfo })
        go('card')
        return over
      },
    })
    await leave()
    expect(session.value?.user.id).toBe('another')
    expect(currentUrl.value).toBe('/pages/card/card')
  })
})
