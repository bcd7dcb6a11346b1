import { afterEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../state/locale.ts'
import { done, stubApi } from '../testing/testing.tsx'
import { inviteLink, sharedLink } from './invite-link.ts'

const bot = '/api/common/params/telegram/get/botName'

afterEach(async () => {
  vi.unstubAllGlobals()
  await setLanguage('zh-CN')
})

test.each([
  ['zh-CN', 'zh'],
  ['en-US', 'en'],
] as const)('in %s a link says so, inside Telegram too', async (spoken, lang) => {
  await setLanguage(spoken)
  stubApi({ [bot]: done('glaze_bot') })
  const url = inviteLink('ABCD2345')
  expect(url).toBe(
    `${location.origin}/?lang=${lang}&refer=ABCD2345#/pages/sharePage/sharePage?refer=ABCD2345`,
  )
  expect(await sharedLink(url)).toBe(url)
  vi.stubGlobal('glaze', { params: {}, early: {} })
  expect(await sharedLink(url)).toBe(`https://t.me/glaze_bot?startapp=r_ABCD2345_${lang}`)
})

test.each([null, 'x', 'evil/../bot'])('without a bot (%s) the link itself is shared', async name => {
  stubApi({ [bot]: done(name) })
  vi.stubGlobal('glaze', { params: {}, early: {} })
  expect(await sharedLink(inviteLink('ABCD2345'))).toBe(inviteLink('ABCD2345'))
})
