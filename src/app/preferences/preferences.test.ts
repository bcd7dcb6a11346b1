import { waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import type { UserInfo } from '../../contract/account.ts'
import {
  currency,
  hideAmounts,
  setCurrency,
  setHideAmounts,
  setLanguage,
  wireLanguage,
} from '../state/locale.ts'
import { signOut, updateUser } from '../state/session.ts'
import { keys, remember } from '../storage.ts'
import { done, person, signedInAs, stubApi } from '../testing/testing.tsx'
import { appearance, setAppearance } from './appearance.ts'
import { keepPreferences } from './preferences.ts'

const path = '/api/customer/customerUser/updateUserInfo'
const elsewhere = { lang: 'en', currency: 'EUR', hideBalance: true, appearance: 'dark' } as const
const defaults = { lang: 'zh', currency: 'USDT', hideBalance: false, appearance: 'auto' } as const

const here = () => ({
  lang: wireLanguage(),
  currency: currency.value,
  hideBalance: hideAmounts.value,
  appearance: appearance.value,
})

/** A server that keeps what it is told; what it was told, in order. */
function server(changes: Partial<UserInfo> = {}) {
  let user: UserInfo = { ...person, ...defaults, ...changes }
  let isSilent = false
  const sent = stubApi({
    [path]: body => {
      if (isSilent) return { status: 504, error: 'silent', path }
      user = { ...user, ...body }
      return done(user)
    },
  })
  return {
    told: () => sent.map(({ body }) => body),
    silence(silent: boolean) {
      isSilent = silent
    },
  }
}

/** A phone as it comes out of its box, with nobody signed in. */
beforeEach(async () => {
  signOut()
  await setLanguage('zh-CN')
  setCurrency('USDT')
  setHideAmounts(false)
  setAppearance('auto')
  for (const key of [keys.language, keys.currency, keys.hideAmounts, keys.agreed]) remember(key, null)
  server()
  keepPreferences()
})

describe('preferences', () => {
  test('stay on the device while nobody is signed in', () => {
    const { told } = server()
    setCurrency('HKD')
    setAppearance('light')
    expect(told()).toEqual([])
    expect(localStorage.getItem(keys.currency)).toContain('HKD')
  })

  test('come along when somebody signs in on another phone', async () => {
    const { told } = server(elsewhere)
    signedInAs(elsewhere)
    await waitFor(() => expect(here()).toEqual(elsewhere))
    expect(told()).toEqual([])
  })

  test('that were chosen here before signing in are told to the account', async () => {
    const { told } = server(elsewhere)
    await setLanguage('zh-CN')
    setCurrency('CNY')
    signedInAs(elsewhere)
    await waitFor(() => expect(told()).toEqual([{ lang: 'zh', currency: 'CNY' }]))
    await waitFor(() => expect(here()).toEqual({ ...elsewhere, lang: 'zh', currency: 'CNY' }))
  })

  test('that change here are told at once, each of them, and only what changed', async () => {
    const { told } = server()
    signedInAs(defaults)
    setHideAmounts(true)
    await waitFor(() => expect(told()).toEqual([{ hideBalance: true }]))
    setAppearance('dark')
    await waitFor(() => expect(told()).toHaveLength(2))
    expect(told()[1]).toEqual({ appearance: 'dark' })
  })

  test('that change on another phone are followed when the account is read again', async () => {
    const { told } = server()
    signedInAs(defaults)
    updateUser({ ...person, ...elsewhere })
    await waitFor(() => expect(here()).toEqual(elsewhere))
    expect(told()).toEqual([])
  })

  test('that another tab has changed and told are followed, not told back', async () => {
    signedInAs(defaults)
    const { told } = server()
    // The other tab stores what it agreed on, and then the profile it was answered.
    remember(keys.agreed, elsewhere)
    updateUser({ ...person, ...elsewhere })
    await waitFor(() => expect(here()).toEqual(elsewhere))
    expect(told()).toEqual([])
  })

  test('that could not be told are told at the next chance, and are not lost to an older wish', async () => {
    const phone = server()
    signedInAs(defaults)
    phone.silence(true)
    setCurrency('EUR')
    await waitFor(() => expect(phone.told()).toEqual([{ currency: 'EUR' }]))
    phone.silence(false)
    updateUser({ ...person, ...defaults, nickname: 'renewed' })
    await waitFor(() => expect(phone.told()).toHaveLength(2))
    expect(currency.value).toBe('EUR')
  })

  test('of one person are not pressed on the next who signs in on this phone', async () => {
    signedInAs(elsewhere)
    await waitFor(() => expect(here()).toEqual(elsewhere))
    signOut()
    const { told } = server()
    signedInAs({ ...defaults, id: '01990000-0000-7000-8000-000000000002' })
    await waitFor(() => expect(here()).toEqual(defaults))
    expect(told()).toEqual([])
  })

  test('of a link with lang win for this launch, and the account learns of it', async () => {
    signedInAs(defaults)
    signOut()
    // What the head script does with `?lang=en`.
    await setLanguage('en-US')
    const { told } = server()
    signedInAs(defaults)
    await waitFor(() => expect(told()).toEqual([{ lang: 'en' }]))
    expect(wireLanguage()).toBe('en')
  })
})
