import { expect, test, vi } from 'vitest'
import { withCamera } from './camera-stream.ts'

const wanted = { facing: 'environment', width: 640, height: 480 } as const

function camera(): MediaStream {
  const track = { stop: vi.fn() }
  return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream
}

test('what is filmed now stays when the film before it comes to its end', async () => {
  const streams = [camera(), camera()]
  const getUserMedia = vi.fn(() => Promise.resolve(streams[getUserMedia.mock.calls.length - 1]))
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  const video = { srcObject: null, play: () => Promise.resolve() } as unknown as HTMLVideoElement
  const first = new AbortController()
  let end = () => {}
  const ended = withCamera(wanted, { video, signal: first.signal }, () => {
    return new Promise<void>(done => {
      end = done
    })
  })
  await expect.poll(() => video.srcObject).toBe(streams[0])
  first.abort()
  expect(video.srcObject).toBeNull()
  withCamera(wanted, { video, signal: new AbortController().signal }, () => new Promise(() => {}))
  await expect.poll(() => video.srcObject).toBe(streams[1])
  end()
  await ended
  expect(video.srcObject).toBe(streams[1])
})
