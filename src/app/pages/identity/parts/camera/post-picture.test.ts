import { beforeEach, expect, test, vi } from 'vitest'
import { updateToken } from '../../../../../contract/account.ts'
import { upload } from '../../../../../contract/identity.ts'
import { currentUrl, goTo } from '../../../../routing/hash-location.tsx'
import { refresh } from '../../../../send.ts'
import { session } from '../../../../state/session.ts'
import { done, person, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import { shownToasts } from '../../../../ui/toast.tsx'
import { postPicture } from './post-picture.ts'

const here = '/pages/idUpload/idUpload'
const file = new File(['picture'], 'front.jpg', { type: 'image/jpeg' })

beforeEach(() => {
  signedInAs()
  goTo(here)
})

function post(stop = new AbortController()) {
  const onProgress = vi.fn()
  return { reply: postPicture(upload, { file }, { signal: stop.signal, onProgress }), onProgress, stop }
}

test('a picture waits for the token that is being renewed, and travels with the new one', async () => {
  let renewed = (_: object) => {}
  const sent = stubApi({
    [updateToken.path]: () =>
      new Promise<object>(resolve => {
        renewed = resolve
      }),
    [upload.path]: done({ path: 'p' }),
  })
  const renewing = refresh()
  const { reply, onProgress } = post()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]?.path).toBe(updateToken.path)
  renewed(done({ token: 'new', userInfo: person }))
  await renewing
  expect(await reply).toMatchObject({ ok: true, data: { path: 'p' } })
  expect(sent[1]).toMatchObject({ path: upload.path, headers: { 'X-Access-Token': 'new' } })
  expect(onProgress).toHaveBeenCalledWith(0.5)
})

test('a session that has ended is told and leads home', async () => {
  const sent = stubApi({ [upload.path]: { status: 401 } })
  expect(await post().reply).toMatchObject({ ok: false, status: 401 })
  expect(session.value).toBeNull()
  expect(currentUrl.value).toBe('/')
  expect(sent).toHaveLength(1)
})

test('what is denied says so', async () => {
  stubApi({ [upload.path]: { status: 403 } })
  expect(await post().reply).toMatchObject({ ok: false, status: 403 })
  expect(shownToasts()).toContain('没有访问权限')
  expect(session.value).not.toBeNull()
})

test('what was called off is no failure', async () => {
  stubApi({ [upload.path]: () => new Promise(() => {}) })
  const { reply, stop } = post()
  stop.abort()
  expect(await reply).toEqual({ ok: false, message: 'request cancelled' })
})
