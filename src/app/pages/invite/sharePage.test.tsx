import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { keys, recall, remember } from '../../storage.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SharePage from './sharePage.tsx'

const path = '/api/common/invite/inviter'
const wei = done({ isKnown: true, name: 'w***' })

test('keeps the code, says who invites, and hands it to the registration', async () => {
  stubApi({ [path]: wei })
  await renderPage('invite', SharePage, { query: { refer: 'K7QH2MXP' } })
  expect(await screen.findByText('w*** 邀请您使用 Glaze')).toBeTruthy()
  expect(recall(keys.refer)).toBe('K7QH2MXP')
  expect(screen.getByText('接受邀请，立即注册').getAttribute('href')).toBe(
    '#/pages/register/register?refer=K7QH2MXP',
  )
})

test('keeps the code while the network is silent', async () => {
  stubApi({})
  await renderPage('invite', SharePage, { query: { refer: 'K7QH2MXP' } })
  expect(screen.getByText('好友邀请您使用 Glaze')).toBeTruthy()
  expect(recall(keys.refer)).toBe('K7QH2MXP')
})

test('a code that nobody has is named as one, forgotten, and stops nobody', async () => {
  stubApi({ [path]: done({ isKnown: false, name: null }) })
  await renderPage('invite', SharePage, { query: { refer: 'ZZZZZZZZ' } })
  expect(await screen.findByText(/没有找到这个邀请码/)).toBeTruthy()
  await waitFor(() => expect(recall(keys.refer)).toBeNull())
  expect(screen.getByText('注册账号', { selector: 'a' }).getAttribute('href')).toBe(
    '#/pages/register/register',
  )
})

test('who is signed in is not asked to register, and keeps no code', async () => {
  remember(keys.refer, null)
  signedInAs({ referCode: 'GLAZE123' })
  stubApi({ [path]: wei })
  await renderPage('invite', SharePage, { query: { refer: 'K7QH2MXP' } })
  expect(await screen.findByText('您已登录。邀请码只在注册时有效。')).toBeTruthy()
  expect(screen.queryByText('接受邀请，立即注册')).toBeNull()
  expect(recall(keys.refer)).toBeNull()
})

test('knows the own code', async () => {
  signedInAs({ referCode: 'GLAZE123' })
  stubApi({ [path]: wei })
  await renderPage('invite', SharePage, { query: { refer: 'glaze123' } })
  expect(await screen.findByText('这是您自己的邀请码，分享给好友吧。')).toBeTruthy()
})

test('without a code it leads to the invite page', async () => {
  await renderPage('invite', SharePage)
  await waitFor(() => expect(currentUrl.value).toBe('/pages/invite/invite'))
})

test('what the link said before the hash does not stay: the language is the reader’s own from here on', async () => {
  stubApi({ [path]: wei })
  history.replaceState(null, '', '/?lang=en&refer=K7QH2MXP#/pages/sharePage/sharePage?refer=K7QH2MXP')
  await renderPage('invite', SharePage, { query: { refer: 'K7QH2MXP' } })
  expect(location.search).toBe('')
  expect(location.hash).toBe('#/pages/sharePage/sharePage?refer=K7QH2MXP')
})

test('speaks as a link asks that comes into the running app, once: then the switch on the page counts', async () => {
  const Here = () => (
    <SharePage query={Object.fromEntries(new URLSearchParams(currentUrl.value.split('?')[1]))} />
  )
  stubApi({ [path]: wei })
  go('sharePage', { refer: 'K7QH2MXP', lang: 'en' })
  await renderPage('invite', Here)
  fireEvent.click(await screen.findByText('简体中文'))
  expect(await screen.findByText('English')).toBeTruthy()
  cleanup()
  await renderPage('invite', Here)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.getByText('English')).toBeTruthy()

  history.pushState(null, '', '#/pages/sharePage/sharePage?refer=GLAZE123&lang=en')
  dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByText('简体中文')).toBeTruthy()
  expect(recall<{ value: string }>(keys.language)?.value).toBe('en-US')
})
