import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { signOut } from '../../state/session.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { held, keepHeld } from './parts/handoff-pass.ts'
import PassportUpload from './passportUpload.tsx'

const openHandoff = '/api/common/idAuthorize/handoff/open'
const picture = '/api/common/idAuthorize/handoff/picture'
const token = 't'.repeat(43)
const over = { code: 1207, key: 'handoff_over', msg: '', data: null }

function way(uploaded: string[] = []) {
  const missing = ['front', 'hold'].filter(side => !uploaded.includes(side))
  const expiresAt = '2026-11-22T00:10:00.000Z'
  return done({ account: 'l***@mail.test', docType: 'passport', uploaded, missing, expiresAt })
}

async function open(answers: Parameters<typeof stubApi>[0], query = { handoff: token }) {
  signOut()
  const sent = stubApi(answers)
  const page = await renderPage('identity', PassportUpload, { query })
  return { sent, ...page }
}

async function take() {
  const file = new File(['picture'], 'a', { type: 'image/jpeg' })
  const gallery = await screen.findByLabelText('从相册选择')
  Object.defineProperty(gallery, 'files', { value: [file], configurable: true })
  fireEvent(gallery, new Event('change', { bubbles: true }))
  fireEvent.click(await screen.findByText('使用这张'))
}

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('no picture'))
})
afterEach(() => {
  vi.restoreAllMocks()
  keepHeld(null)
})

test('the token leaves the address, and is used up for a pass that is made here', async () => {
  const { sent } = await open({ [openHandoff]: way() })
  await screen.findByText(/正在为 l\*\*\*@mail\.test 的身份认证拍摄/)
  expect(currentUrl.value).toBe('/pages/passportUpload/passportUpload')
  expect(location.href).not.toContain(token)
  expect(sent.map(({ path }) => path)).toEqual([openHandoff])
  expect(sent[0]?.body).toEqual({ token, pass: expect.stringMatching(/^[\w-]{43}$/) })
  expect(held()).toEqual({ pass: sent[0]?.body.pass })
})

test('a reload goes on with the pass, without the token', async () => {
  keepHeld({ pass: 'p'.repeat(43) })
  const { sent } = await open({ [openHandoff]: way(['front']) }, {} as never)
  await screen.findByText('拍摄：手持证件')
  expect(sent[0]?.body).toEqual({ pass: 'p'.repeat(43) })
})

test('who signs in afterwards sends nothing to the verification of the link', async () => {
  keepHeld({ pass: 'p'.repeat(43) })
  signedInAs({ certStatus: 'draft' })
  const missing = { code: 1202, key: 'kyc_missing', msg: '', data: null }
  const sent = stubApi({ '/api/customer/idAuthorize/getKyc': missing })
  await renderPage('identity', PassportUpload)
  await waitFor(() => expect(currentUrl.value).toBe('/pages/idAuthNew/idAuthNew'))
  expect(sent.some(({ path }) => path === openHandoff)).toBe(false)
})

test('a link that has ended says so, and nothing is held any more', async () => {
  await open({ [openHandoff]: over })
  await screen.findByText(/链接已失效/)
  expect(held()).toBeNull()
  fireEvent.click(screen.getByText('回到首页'))
  await waitFor(() => expect(currentUrl.value).toBe('/'))
})

test('silence keeps what is held, and is tried again', async () => {
  await open({ [openHandoff]: { status: 504, error: '', path: '' } })
  const retry = await screen.findByText('重试')
  expect(held()?.token).toBe(token)
  stubApi({ [openHandoff]: way() })
  fireEvent.click(retry)
  await screen.findByText('拍摄：资料页')
})

test('each picture travels with the pass alone; after the last one this device is done', async () => {
  let missing = ['hold']
  const { sent } = await open({
    [openHandoff]: way(),
    [picture]: () => done({ certStatus: missing.length > 0 ? 'draft' : 'pending', missing }),
  })
  await take()
  await waitFor(() => expect(currentUrl.value).toBe('/pages/passportUpload/passportUpload?side=hold'))
  const { body, headers } = sent.find(({ path }) => path === picture) ?? {}
  expect(Object.keys(body ?? {})).toEqual(['pass', 'side', 'file'])
  expect(body).toMatchObject({ pass: held()?.pass, side: 'front' })
  expect(headers).not.toHaveProperty('X-Access-Token')
  missing = []
  await screen.findByText('拍摄：手持证件')
  await take()
  await screen.findByText(/照片已经全部传好/)
  expect(held()).toBeNull()
})

test('ended while a picture is taken: it says so instead of sending on', async () => {
  let answer: object = way()
  await open({ [openHandoff]: () => answer, [picture]: over })
  await screen.findByText('拍摄：资料页')
  answer = over
  await take()
  await screen.findByText(/链接已失效/)
})
