import { act, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { refresh } from '../send.ts'
import { signOut } from '../state/session.ts'
import { person, renderPage, signedInAs, stubApi } from '../testing/testing.tsx'
import { currentUrl, goTo, relaunch } from './hash-location.tsx'
import { useMember } from './members-only.ts'

const here = '/pages/safeCenter/safeCenter?freeze=1'
const login = `/pages/login/login?back=${encodeURIComponent(here)}`

function Members() {
  const user = useMember()
  return <p>{user ? user.email : 'nobody'}</p>
}

beforeEach(() => goTo(here))

describe('a page of members only', () => {
  test('leads who is not signed in to the log-in, and back', async () => {
    await renderPage('account', Members)
    await waitFor(() => expect(currentUrl.value).toBe(login))
  })

  test('does so too when the session turns out to be over while it is open', async () => {
    signedInAs()
    stubApi({ '/api/customer/customerUser/updateToken': { status: 401, error: 'none' } })
    await renderPage('account', Members)
    expect(screen.getByText(person.email)).toBeTruthy()
    expect(currentUrl.value).toBe(here)
    await act(refresh)
    await waitFor(() => expect(currentUrl.value).toBe(login))
  })

  test.each([
    '/pages/cardDetail/cardDetail?id=abc',
    '/pages/bill2/bill2?cardId=01990000-0000-7000-8000-00000000000&month=2026-10',
    '/pages/feedback/feedback?dispute=abc',
    '/pages/feedback/feedback?refType=bill&refId=abc',
  ])('says that a link with an id that nothing has leads nowhere: %s', async url => {
    signedInAs()
    goTo(url)
    await renderPage('account', Members)
    expect(screen.getByText('nobody')).toBeTruthy()
    await waitFor(() => expect(currentUrl.value).toBe('/pages/nowhere/nowhere'))
  })

  test.each([
    '/pages/cardDetail/cardDetail?id=01990000-0000-7000-8000-00000000000A&open=pin',
    '/pages/cardDetail/cardDetail?id=',
    '/pages/openCard/openCard?cardTypeId=celadon',
    '/pages/feedback/feedback?dispute=list',
  ])('opens a link with one that something may have: %s', async url => {
    signedInAs()
    goTo(url)
    await renderPage('account', Members)
    expect(screen.getByText(person.email)).toBeTruthy()
    await act(async () => {})
    expect(currentUrl.value).toBe(url)
  })

  test('leaves whoever has logged out at home', async () => {
    signedInAs()
    await renderPage('account', Members)
    await act(() => {
      signOut()
      relaunch()
    })
    expect(currentUrl.value).toBe('/')
  })
})
