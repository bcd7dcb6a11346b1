import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl } from '../../hash-location.tsx'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import IdUpload from './idUpload.tsx'
import { forgetKyc } from './parts/use-kyc.ts'

const upload = '/api/customer/res/upload/idAuthorize'
const submitImg = '/api/customer/idAuthorize/submitImg'
const getKyc = '/api/customer/idAuthorize/getKyc'
const silence = { status: 504, error: 'none', path: '' }
const path = 'a'.repeat(43)

function kyc(changes: object = {}) {
  const sides = { uploaded: [], missing: ['front', 'back', 'hold'] }
  const rest = { reason: null, profile: null, submittedAt: null }
  return done({ certStatus: 'draft', docType: 'idCard', ...rest, ...sides, ...changes })
}

async function open(answers: Parameters<typeof stubApi>[0], query = {}) {
  signedInAs({ certified: false, certStatus: 'draft' })
  const sent = stubApi({ [getKyc]: kyc(), '/api/customer/customerUser/getUser': done(person), ...answers })
  await renderPage('identity', IdUpload, { query })
  return sent
}

/** A phone that cannot draw: the file goes as it is. */
async function take(type = 'image/jpeg') {
  const file = new File(['picture'], 'a', { type })
  const gallery = await screen.findByLabelText('从相册选择')
  Object.defineProperty(gallery, 'files', { value: [file], configurable: true })
  fireEvent(gallery, new Event('change', { bubbles: true }))
}

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('no picture'))
})
afterEach(() => {
  vi.restoreAllMocks()
  forgetKyc()
})

describe('idUpload', () => {
  test('goes on after a reload where it was left', async () => {
    await open({ [getKyc]: kyc({ uploaded: ['front'], missing: ['back', 'hold'] }) })
    await screen.findByText('拍摄：反面')
    expect(screen.getByText('正面').closest('a')?.getAttribute('href')).toContain('side=front')
  })

  test('puts a picture in its place and turns to the next', async () => {
    const sent = await open({
      [upload]: done({ path }),
      [submitImg]: done({ certStatus: 'draft', missing: ['back', 'hold'] }),
    })
    await take()
    fireEvent.click(await screen.findByText('使用这张'))
    await waitFor(() => expect(currentUrl.value).toBe('/pages/idUpload/idUpload?side=back'))
    expect(sent.find(call => call.path === submitImg)?.body).toEqual({
      docType: 'idCard',
      side: 'front',
      path,
    })
    await screen.findByText('已上传')
  })

  test('silence keeps the picture, and what was sent is not sent again', async () => {
    const sent = await open({ [upload]: done({ path }), [submitImg]: { status: 0, error: '', path: '' } })
    await take()
    fireEvent.click(await screen.findByText('使用这张'))
    await screen.findByText(/没有收到答复，照片还在这里/)
    fireEvent.click(screen.getByText('再次提交'))
    await waitFor(() => expect(sent.filter(call => call.path === submitImg)).toHaveLength(2))
    expect(sent.filter(call => call.path === upload)).toHaveLength(1)
  })

  test.each([
    [{ code: 1203, key: 'image_unreadable', msg: '', data: { reason: 'too_small' } }, /照片太小/],
    [{ code: 1203, key: 'image_unreadable', msg: '', data: { reason: 'broken' } }, /无法识别/],
    [{ code: 1204, key: 'upload_failed', msg: '', data: { reason: 'quota' } }, /照片太多/],
    [silence, /没有收到答复/],
  ])('says what is wrong with a picture (%#)', async (answer, words) => {
    await open({ [upload]: answer })
    await take()
    fireEvent.click(await screen.findByText('使用这张'))
    await screen.findByText(words)
  })

  test('a file that is no picture for this phone asks for another', async () => {
    await open({})
    await take('image/heic')
    await screen.findByText(/这张照片无法识别/)
  })

  test('the last picture leads to how it stands', async () => {
    await open({
      [getKyc]: kyc({ uploaded: ['front', 'back'], missing: ['hold'] }),
      [upload]: done({ path }),
      [submitImg]: done({ certStatus: 'pending', missing: [] }),
    })
    await take()
    fireEvent.click(await screen.findByText('使用这张'))
    await waitFor(() => expect(currentUrl.value).toBe('/pages/kyc/kyc'))
  })

  test.each([
    [kyc({ certStatus: 'approved' }), '/pages/kyc/kyc'],
    [kyc({ docType: 'passport' }), '/pages/passportUpload/passportUpload'],
    [{ code: 1202, key: 'kyc_missing', msg: '', data: null }, '/pages/idAuthNew/idAuthNew'],
  ])('who has nothing to upload here is led on (%#)', async (answer, url) => {
    await open({ [getKyc]: answer })
    await waitFor(() => expect(currentUrl.value).toBe(url))
  })
})
