import { fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWords, setLanguage } from '../state/locale.ts'
import { Paste } from './paste.tsx'

const readText = vi.fn<() => Promise<string>>()

beforeEach(async () => {
  await setLanguage('zh-CN')
  await Promise.all([loadWords('scan'), loadWords('forms')])
  vi.stubGlobal('navigator', { clipboard: { readText } })
})
afterEach(() => vi.unstubAllGlobals())

test('a clipboard that may not be read says so, until something is there', async () => {
  const onText = vi.fn()
  render(<Paste onText={onText} onBack={() => {}} />)
  readText.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  fireEvent.click(screen.getByText('粘贴'))
  expect(await screen.findByText('无法读取剪贴板，请长按输入框粘贴')).toBeTruthy()
  readText.mockResolvedValueOnce('135790')
  fireEvent.click(screen.getByText('粘贴'))
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('135790'))
  expect(screen.queryByText('无法读取剪贴板，请长按输入框粘贴')).toBeNull()
  fireEvent.click(screen.getByText('识别'))
  expect(onText).toHaveBeenCalledExactlyOnceWith('135790')
})
