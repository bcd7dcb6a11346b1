import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import IdUpload from './idUpload.tsx'
import { forgetKyc } from './parts/use-kyc.ts'

const upload = '/api/customer/res/upload/idAuthorize'
const submitImg = '/api/customer/idAuthorize/submitImg'
const getKyc = '/api/customer/idAuthorize/getKyc'
const silence = { status: 504, error: 'none', path: '' }
const path = 'a'.repeat(43)

function kyc(changes: object = {}) {
  const sides = { uploaded: [], missing: ['front', 'back', 'hold'], findings: [] }
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

  test('a picture that was chosen is heard of: what it is asked for has the focus', async () => {
    await open({})
    const gallery = await screen.findByText('从相册选择')
    await waitFor(() => expect(document.activeElement?.localName).toBe('h1'))
    gallery.focus()
    await take()
    const check = await screen.findByText('检查：正面')
    await waitFor(() => expect(document.activeElement).toBe(check))
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
    [{ code: 1203, key: 'image_unreadable', msg: '', data: { reason: 'broken' } }, /图片识别失败/],
    [{ code: 1203, key: 'image_unreadable', msg: '', data: { reason: 'expired' } }, /已过有效期/],
    [{ code: 1204, key: 'upload_failed', msg: '', data: { reason: 'quota' } }, /照片太多/],
    [silence, /没有收到答复/],
  ])('says what is wrong with a picture (%#)', async (answer, words) => {
    await open({ [upload]: answer })
    await take()
    fireEvent.click(await screen.findByText('使用这张'))
    await screen.findByText(words)
  })

  test.each([
    ['image/heic', /打不开 HEIC/],
    ['application/pdf', /图片识别失败/],
  ])('a file that is no picture for this phone asks for another (%s)', async (type, words) => {
    await open({})
    await take(type)
    await screen.findByText(words)
  })

  test('what is being sent can be stopped, and the picture stays', async () => {
    let arrive = () => {}
    const never = new Promise<void>(done => {
      arrive = done
    })
    const sent = await open({ [submitImg]: done({ certStatus: 'draft', missing: [] }) })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url === upload) await never
      return await fetch(url, init)
    })
    await take()
    fireEvent.click(await screen.findByText('使用这张'))
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50')
    fireEvent.click(screen.getByText('取消上传'))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    arrive()
    await screen.findByText('使用这张')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sent.some(({ path }) => path === submitImg)).toBe(false)
  })

  test('a session that ended while a picture was sent leads home', async () => {
    await open({ [upload]: { status: 401, error: 'none', path: '' } })
    await take()
    fireEvent.click(await screen.findByText('使用这张'))
    await waitFor(() => expect(currentUrl.value).toBe('/'))
  })

  test('what was noticed on a picture is told where it is retaken', async () => {
    const findings = [
      { side: 'front', what: 'glare' },
      { side: 'back', what: 'dark' },
    ]
    await open(
      { [getKyc]: kyc({ uploaded: ['front', 'back'], missing: ['hold'], findings }) },
      { side: 'front' },
    )
    await screen.findByText(/有反光，可能挡住了文字/)
    screen.getByText(/^反面：光线太暗/)
    expect(screen.getByText('重拍').getAttribute('href')).toBe('#/pages/idUpload/idUpload?side=back')
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

describe('the camera of the page', () => {
  function cameraThat(fails: string) {
    const getUserMedia = vi.fn(async () => {
      throw new DOMException('no', fails)
    })
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
    return getUserMedia
  }
  afterEach(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true }))

  test.each([
    ['NotAllowedError', /没有相机权限/],
    ['NotReadableError', /相机正被其他应用占用/],
    ['NotFoundError', /没有可用的相机/],
  ])('says what is wrong (%s), and then the phone’s own camera is opened', async (fails, words) => {
    const getUserMedia = cameraThat(fails)
    await open({})
    fireEvent.click(await screen.findByText('拍照'))
    await screen.findByText(words)
    const own = screen.getByLabelText<HTMLInputElement>('拍照')
    const opened = vi.spyOn(own, 'click')
    fireEvent.click(screen.getByText('拍照'))
    expect(opened).toHaveBeenCalledOnce()
    expect(getUserMedia).toHaveBeenCalledOnce()
    screen.getByText('从相册选择')
  })
})

describe('another device', () => {
  const ask = '/api/customer/idAuthorize/handoff/ask'
  const look = '/api/customer/idAuthorize/handoff/get'
  const end = '/api/customer/idAuthorize/handoff/end'
  const token = 't'.repeat(43)
  const link = done({ token, expiresAt: '2026-11-22T00:10:00.000Z', seconds: 600 })

  test('too many links are refused in words', async () => {
    await open({ [ask]: { code: 1411, key: 'limit_exceeded', msg: '', data: null } })
    fireEvent.click(await screen.findByText('用其他设备拍摄'))
    await screen.findByText(/获取得太频繁/)
  })

  test('a link that has ended can be had anew', async () => {
    const sent = await open({ [ask]: link, [look]: done({ state: 'over', device: null, uploaded: [] }) })
    fireEvent.click(await screen.findByText('用其他设备拍摄'))
    await screen.findByText('链接已失效')
    expect(screen.queryByLabelText('拍摄链接的二维码')).toBeNull()
    fireEvent.click(screen.getByText('重新获取'))
    await waitFor(() => expect(sent.filter(({ path }) => path === ask)).toHaveLength(2))
    expect(sent.find(({ path }) => path === ask)?.body).toEqual({ docType: 'idCard' })
  })

  test('in Telegram the link is opened in the browser', async () => {
    const postEvent = vi.fn()
    Object.assign(window, {
      glaze: { params: { tgWebAppVersion: '8.0', tgWebAppPlatform: 'ios' }, early: {}, preload: () => {} },
      TelegramWebviewProxy: { postEvent },
    })
    try {
      await open({ [ask]: link, [look]: done({ state: 'waiting', device: null, uploaded: [] }) })
      fireEvent.click(await screen.findByText('用其他设备拍摄'))
      fireEvent.click(await screen.findByText('在浏览器中打开'))
      const [, sent] = postEvent.mock.calls.find(([type]) => type === 'web_app_open_link') ?? []
      const { url } = JSON.parse(sent as string) as { url: string }
      expect(url).toContain(`#/pages/idUpload/idUpload?handoff=${token}&lang=zh`)
    } finally {
      Object.assign(window, { glaze: undefined, TelegramWebviewProxy: undefined })
    }
  })

  test('a link that could not be ended is not said to have ended', async () => {
    await open({
      [ask]: link,
      [look]: done({ state: 'opened', device: 'Chrome', uploaded: [] }),
      [end]: silence,
    })
    fireEvent.click(await screen.findByText('用其他设备拍摄'))
    fireEvent.click(await screen.findByText('停止用其他设备拍摄'))
    await screen.findByText('网络错误，请稍后再试')
    expect(screen.queryByText('链接已失效')).toBeNull()
  })

  test('stopping ends the link at once', async () => {
    const sent = await open({
      [ask]: link,
      [look]: done({ state: 'waiting', device: null, uploaded: [] }),
      [end]: done(null),
    })
    fireEvent.click(await screen.findByText('用其他设备拍摄'))
    fireEvent.click(await screen.findByText('停止用其他设备拍摄'))
    await waitFor(() => expect(sent.some(({ path }) => path === end)).toBe(true))
    await waitFor(() => expect(screen.queryByText('停止用其他设备拍摄')).toBeNull())
  })

  test('pictures that come from it lead this one on', async () => {
    let uploaded: string[] = []
    await open(
      {
        [getKyc]: () =>
          kyc({ uploaded, missing: ['front', 'back', 'hold'].filter(side => !uploaded.includes(side)) }),
        [ask]: link,
        [look]: () => {
          const state = uploaded.length > 0 ? 'opened' : 'waiting'
          const answer = done({ state, device: 'Chrome · Android', uploaded })
          uploaded = ['front']
          return answer
        },
      },
      { side: 'front' },
    )
    fireEvent.click(await screen.findByText('用其他设备拍摄'))
    await screen.findByText('等待打开链接')
    await screen.findByText(/已在 Chrome · Android 打开/)
    await waitFor(() => expect(currentUrl.value).toBe('/pages/idUpload/idUpload?side=back'))
  })
})
