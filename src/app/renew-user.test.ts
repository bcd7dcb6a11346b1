import { waitFor } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import type { UserInfo } from '../contract/account.ts'
import { keepPreferences } from './preferences/preferences.ts'
import { renewUser } from './renew-user.ts'
import { setLanguage, wireLanguage } from './state/locale.ts'
import { session, signOut, updateUser } from './state/session.ts'
import { keys, remember } from './storage.ts'
import { done, person, signedInAs, stubApi } from './testing/testing.tsx'
import { shownToasts } from './ui/toast.tsx'

/** A server whose reading answers come when the test says so: each tells what was true when it was asked. */
function server(changes: Partial<UserInfo>) {
  let user: UserInfo = { ...person, ...changes }
  const readings: (() => void)[] = []
  stubApi({
    '/api/customer/customerUser/getUser': () => {
      const then = done(user)
      return new Promise(answer => readings.push(() => answer(then)))
    },
    '/api/customer/customerUser/updateUserInfo': body => {
      user = { ...user, ...body }
      return done(user)
    },
  })
  return { readings }
}

beforeEach(async () => {
  signOut()
  await setLanguage('zh-CN')
  remember(keys.agreed, null)
  keepPreferences()
})

test('reads the person anew; a failure changes nothing, and is told nobody', async () => {
  let answer: object = { status: 502 }
  stubApi({ '/api/customer/customerUser/getUser': () => answer })
  signedInAs({})
  await renewUser()
  expect(session.value?.user).toEqual(person)
  expect(shownToasts()).toEqual([])
  answer = done({ ...person, email: 'new@mail.test' })
  await renewUser()
  expect(session.value?.user).toEqual({ ...person, email: 'new@mail.test' })
})

test('a language that was changed while the person was read stays changed', async () => {
  const { readings } = server({ lang: 'zh' })
  signedInAs({ lang: 'zh' })
  const renewed = renewUser()
  await waitFor(() => expect(readings).toHaveLength(1))

  await setLanguage('en-US')
  await waitFor(() => expect(session.value?.user.lang).toBe('en'))
  readings[0]?.()
  await waitFor(() => expect(readings).toHaveLength(2))
  readings[1]?.()
  await renewed
  expect(session.value?.user.lang).toBe('en')
  expect(wireLanguage()).toBe('en')
})

test('is asked once where the session is renewed meanwhile: the question waited for that', async () => {
  const { readings } = server({ lang: 'zh' })
  signedInAs({ lang: 'zh' })
  const renewed = renewUser()
  await waitFor(() => expect(readings).toHaveLength(1))
  signedInAs({ lang: 'zh' })
  readings[0]?.()
  await renewed
  expect(readings).toHaveLength(1)
})

test('who signed out meanwhile stays signed out, and nobody is read', async () => {
  const { readings } = server({})
  signedInAs({})
  const renewed = renewUser()
  await waitFor(() => expect(readings).toHaveLength(1))
  signOut()
  readings[0]?.()
  await renewed
  expect(session.value).toBeNull()
  expect(readings).toHaveLength(1)
})

test('an answer about somebody who signed out meanwhile is not the next one’s', () => {
  signedInAs({ id: 'b', email: 'b@mail.test' })
  updateUser({ ...person, id: 'a', email: 'a@mail.test' })
  expect(session.value?.user.email).toBe('b@mail.test')
})
