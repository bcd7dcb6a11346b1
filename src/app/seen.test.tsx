import { act, render, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exchangeRate } from '../contract/rates.ts'
import { usePoll } from './loading/use-poll.ts'
import { useReturn } from './loading/use-return.ts'
import { LiveCamera } from './pages/identity/parts/camera/live-camera.tsx'
import { loadWords } from './state/locale.ts'
import { followRates } from './state/rates.ts'
import { beginInTelegram } from './telegram/testing.ts'
import { done, stubApi } from './testing/testing.tsx'

let client: ReturnType<typeof beginInTelegram>
beforeEach(() => {
  client = beginInTelegram()
})
afterEach(() => {
  client.tell('visibility_changed', { is_visible: true })
  client.leave()
})
const turn = (isVisible: boolean) => act(() => client.tell('visibility_changed', { is_visible: isVisible }))
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

test('minimised in Telegram, nothing is asked; back again, at once', async () => {
  vi.useFakeTimers()
  const ask = vi.fn(async () => 10_000)
  function Poll() {
    usePoll(ask, '')
    return null
  }
  render(<Poll />)
  const sent = stubApi({ [exchangeRate.path]: done([]) })
  const stop = followRates()
  await pass(65_000)
  expect(ask).toHaveBeenCalledTimes(7)
  expect(sent).toHaveLength(2)
  turn(false)
  await pass(300_000)
  expect(ask).toHaveBeenCalledTimes(7)
  expect(sent).toHaveLength(2)
  turn(true)
  await pass(0)
  expect(ask).toHaveBeenCalledTimes(8)
  expect(sent).toHaveLength(3)
  stop()
})

test('back again, what was read before is read anew, once', () => {
  const read = vi.fn()
  function Page() {
    useReturn(read)
    return null
  }
  render(<Page />)
  turn(false)
  expect(read).not.toHaveBeenCalled()
  turn(true)
  expect(read).toHaveBeenCalledOnce()
})

test('minimised in Telegram, the camera is off; back again, on', async () => {
  await loadWords('identity')
  const track = { stop: vi.fn(), readyState: 'live' }
  const getUserMedia = vi.fn(async () => ({ getVideoTracks: () => [track], getTracks: () => [track] }))
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia }, userAgent: '' })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
    value: null,
    writable: true,
    configurable: true,
  })
  const nothing = () => {}
  const done = { onTaken: nothing, onTrouble: nothing, onGallery: nothing, onClose: nothing }
  render(<LiveCamera docType="passport" side="front" {...done} />)
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledOnce())
  turn(false)
  await waitFor(() => expect(track.stop).toHaveBeenCalled())
  expect(getUserMedia).toHaveBeenCalledOnce()
  turn(true)
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2))
})
