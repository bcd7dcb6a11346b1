import { fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadWords, setLanguage } from '../state/locale.ts'
import { shownToasts } from '../ui/toast.tsx'
import { Receipt } from './receipt.tsx'

beforeEach(async () => {
  await setLanguage('zh-CN')
  await loadWords('forms')
})

function show() {
  render(
    <Receipt
      title="提现成功"
      lines={[
        ['到账', '99.00 USDT'],
        ['交易哈希', null],
      ]}
    />,
  )
}

function press() {
  show()
  fireEvent.click(screen.getByRole('button', { name: '分享凭证' }))
}

test('is copied where nothing can share, without lines that are empty', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  press()
  await waitFor(() => expect(shownToasts()).toContain('凭证已复制'))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Glaze 釉 · 提现成功\n到账：99.00 USDT')
})

test('is shared by the system where it can, and not copied when one thinks better of it', async () => {
  const writeText = vi.fn(async () => {})
  const share = vi.fn(async () => {
    throw Object.assign(new Error('no'), { name: 'AbortError' })
  })
  vi.stubGlobal('navigator', { clipboard: { writeText }, share })
  press()
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
  expect(share.mock.calls).toMatchObject([[{ text: expect.stringContaining('99.00 USDT') }]])
  expect(writeText).not.toHaveBeenCalled()
})

test('says so where no picture of it can be made', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: '保存图片' }))
  await waitFor(() => expect(shownToasts()).toContain('图片没有生成，请截屏保存'))
})
