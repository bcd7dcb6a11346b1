import { signal } from '@preact/signals'
import { beforeEach, expect, test, vi } from 'vitest'
import { type InstallEvent, install } from './install.ts'
import { keys, recall } from './storage.ts'
import { shownToasts } from './ui/toast.tsx'

const offerOf = (prompt: () => Promise<unknown>) =>
  signal<InstallEvent | null>(Object.assign(new Event('beforeinstallprompt'), { prompt }))

beforeEach(() => localStorage.clear())

test('says so when the browser does not install it, and offers it no more', async () => {
  const offer = offerOf(() => Promise.reject(new Error('not now')))
  await install(offer)
  expect(shownToasts()).toEqual(['安装失败，请稍后再试'])
  expect(offer.value).toBeNull()
  expect(recall(keys.installClosedAt)).toEqual(expect.any(Number))
})

test('lets the browser ask once, however often it is pressed', async () => {
  const prompt = vi.fn(() => Promise.resolve())
  const offer = offerOf(prompt)
  await Promise.all([install(offer), install(offer)])
  expect(prompt).toHaveBeenCalledTimes(1)
})
