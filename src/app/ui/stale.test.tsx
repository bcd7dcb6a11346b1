import { act, fireEvent, render, screen } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadWords, setLanguage } from '../state/locale.ts'
import { Stale } from './stale.tsx'

const at = new Date('2026-11-22T09:00:00Z')

beforeEach(async () => {
  await setLanguage('zh-CN')
  await loadWords('forms')
  vi.useFakeTimers({ now: at })
})

test('says how old the figures are, and grows as one looks', async () => {
  render(<Stale at={at} onRetry={() => {}} />)
  expect(screen.getByText('未能更新，以下是刚才的数据')).toBeTruthy()
  await act(async () => void (await vi.advanceTimersByTimeAsync(3 * 60_000)))
  expect(screen.getByText('未能更新，以下是3分钟前的数据')).toBeTruthy()
  await act(async () => void (await vi.advanceTimersByTimeAsync(2 * 60 * 60_000)))
  expect(screen.getByText('未能更新，以下是2小时前的数据')).toBeTruthy()
})

test('says it in English, and a refusal instead of an age', async () => {
  await setLanguage('en-US')
  vi.setSystemTime(at.getTime() + 180_000)
  const { rerender } = render(<Stale at={at} onRetry={() => {}} />)
  expect(screen.getByText('Could not update: this is from 3 minutes ago')).toBeTruthy()
  rerender(<Stale at={at} text="Not you" onRetry={() => {}} />)
  expect(screen.getByText('Not you')).toBeTruthy()
})

test('asks again at a press', () => {
  const retry = vi.fn()
  render(<Stale at={at} onRetry={retry} />)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(retry).toHaveBeenCalledTimes(1)
})
