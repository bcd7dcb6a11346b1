import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { setLanguage } from '../state/locale.ts'
import { recall } from '../storage.ts'
import { done, stubApi } from '../testing/testing.tsx'
import { whenQuiet } from './idle.ts'

const path = '/api/common/params/app/get/incident'
const invite = '/api/common/params/tab/get/inviteEnable'

test('tells an incident as text, follows the language, and stays closed once it was', async () => {
  await setLanguage('zh-CN')
  const told = { zh: '<b>提现延迟</b>', en: 'Withdrawals are late' }
  let lang: 'zh' | 'en' = 'zh'
  const since = '2026-11-20T08:00:00.000Z'
  const sent = stubApi({ [path]: () => done({ text: told[lang], since }), [invite]: done(true) })
  await whenQuiet()
  expect(await screen.findByText('<b>提现延迟</b>')).toBeTruthy()
  lang = 'en'
  await setLanguage('en-US')
  const bar = await screen.findByText('Withdrawals are late')
  expect(bar.getAttribute('href')).toBe('#/pages/info/info?key=incident')
  fireEvent.click(screen.getByRole('button'))
  expect(screen.queryByText('Withdrawals are late')).toBeNull()
  const before = sent.length
  await setLanguage('zh-CN')
  await waitFor(() => expect(sent.length).toBeGreaterThan(before))
  expect(screen.queryByRole('status')).toBeNull()
})

test('what was told in the language before does not come back over the one spoken now', async () => {
  await setLanguage('zh-CN')
  let late = (_: object) => {}
  let isSlow = true
  const since = '2026-11-21T08:00:00.000Z'
  stubApi({
    [path]: () =>
      isSlow
        ? new Promise<object>(answer => {
            late = answer
          })
        : done({ text: 'Recharges are late', since }),
    [invite]: done(true),
  })
  await whenQuiet()
  isSlow = false
  await setLanguage('en-US')
  expect(await screen.findByText('Recharges are late')).toBeTruthy()
  late(done({ text: '充值延迟', since }))
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.queryByText('充值延迟')).toBeNull()
})

test('the invite tab goes and comes as operators have it', async () => {
  let answer: object = done(false)
  stubApi({ [invite]: () => answer })
  const { dataset } = document.documentElement
  await whenQuiet()
  expect([dataset.invite, recall('inviteTab')]).toEqual(['false', false])
  answer = { status: 502, error: 'none', path: invite }
  await whenQuiet()
  expect(dataset.invite).toBe('false')
  answer = done(true)
  await whenQuiet()
  expect([dataset.invite, recall('inviteTab')]).toEqual(['true', true])
})
