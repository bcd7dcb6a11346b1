import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { language } from '../../state/locale.ts'
import { beginInTelegram } from '../../telegram/testing.ts'
import { renderPage } from '../../testing/testing.tsx'
import { shownToasts } from '../../ui/toast.tsx'
import SharePage2 from './sharePage2.tsx'

const show = (language: 'zh-CN' | 'en-US' = 'zh-CN') =>
  renderPage('invite', SharePage2, { query: { refer: 'K7QH2MXP' }, language })

describe('the poster of an invitation', () => {
  test.each([
    ['zh-CN', '邀请海报：二维码与邀请码 K7QH2MXP', '扫码加入 Glaze'],
    ['en-US', 'Invitation poster: QR code and invitation code K7QH2MXP', 'Scan to join Glaze'],
  ] as const)('is drawn with the code in the language of who invites: %s', async (language, alt, words) => {
    await show(language)
    const { src } = await screen.findByAltText<HTMLImageElement>(alt)
    const drawing = decodeURIComponent(src)
    expect(drawing).toContain(words)
    expect(drawing).toContain('>K7QH2MXP<')
  })

  test('says how to keep it by hand where the browser makes no picture', async () => {
    vi.stubGlobal(
      'Image',
      class {
        decode = () => Promise.reject(new Error('no pictures here'))
      },
    )
    await show()
    await screen.findByAltText(/邀请海报/)
    fireEvent.click(screen.getByText('保存图片'))
    expect(await screen.findByText('长按图片即可保存，或截屏分享')).toBeTruthy()
  })

  test('says so, too, and can be pressed again where what keeps it does not come', async () => {
    vi.doMock('../../hand-over.ts', () => {
      throw new Error('no network')
    })
    await show()
    await screen.findByAltText(/邀请海报/)
    const save = screen.getByText('保存图片')
    fireEvent.click(save)
    expect(await screen.findByText('长按图片即可保存，或截屏分享')).toBeTruthy()
    expect(save.getAttribute('aria-busy')).toBeNull()
    vi.doUnmock('../../hand-over.ts')
  })

  test('offers the picture to the phone, which keeps it among its own', async () => {
    const png = new Blob(['png'], { type: 'image/png' })
    vi.stubGlobal(
      'Image',
      class {
        decode = async () => {}
      },
    )
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(take => take(png))
    const share = vi.fn(async (_what: { files: File[] }) => {})
    vi.stubGlobal('navigator', { ...navigator, canShare: () => true, share })
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    await show()
    await screen.findByAltText(/邀请海报/)
    fireEvent.click(screen.getByText('保存图片'))
    await waitFor(() => expect(share).toHaveBeenCalled())
    expect(share.mock.calls[0]?.[0].files[0]).toMatchObject({ name: 'glaze-K7QH2MXP.png', type: 'image/png' })
  })

  test('copies the link with the code and the language', async () => {
    const writeText = vi.fn(async (_text: string) => {})
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    await show()
    fireEvent.click(screen.getByText('复制邀请链接'))
    await waitFor(() => expect(shownToasts()).toContain('链接已复制，去发给好友吧'))
    expect(writeText.mock.calls[0]?.[0]).toBe(
      `${location.origin}/?lang=zh&refer=K7QH2MXP#/pages/sharePage/sharePage?refer=K7QH2MXP`,
    )
  })

  test('inside Telegram, which saves no files, a long press is told at once', async () => {
    const host = beginInTelegram()
    await show()
    expect(screen.getByText('长按图片即可保存，或截屏分享')).toBeTruthy()
    expect(screen.queryByText('保存图片')).toBeNull()
    host.leave()
  })

  test('without a code it leads to the invite page', async () => {
    await renderPage('invite', SharePage2)
    await waitFor(() => expect(currentUrl.value).toBe('/pages/invite/invite'))
  })
})

test('speaks as the link asks', async () => {
  go('sharePage2', { refer: 'K7QH2MXP', lang: 'en' })
  await renderPage('invite', SharePage2, { query: { refer: 'K7QH2MXP', lang: 'en' } })
  await waitFor(() => expect(language.value).toBe('en-US'))
})
