import { act, fireEvent, screen } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import { minimise } from '../../../../seen.ts'
import { renderPage } from '../../../../testing/testing.tsx'
import { LiveCamera } from './live-camera.tsx'

const onTaken = () => {}
const props = { onTaken, onTrouble: onTaken, onGallery: onTaken, onClose: onTaken }

function offer(mediaDevices: object | undefined) {
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
}
afterEach(() => offer(undefined))

test('the lamp is off when somebody comes back to the camera', async () => {
  const track = { stop() {}, getCapabilities: () => ({ torch: true }), applyConstraints: async () => {} }
  const stream = Object.assign(new MediaStream(), { getTracks: () => [track], getVideoTracks: () => [track] })
  offer({ getUserMedia: async () => stream })
  await renderPage('identity', () => <LiveCamera docType="idCard" side="front" {...props} />)
  fireEvent.click(await screen.findByText('开灯'))
  expect(await screen.findByText('关灯')).toBeTruthy()
  act(() => minimise(true))
  expect(screen.queryByText('关灯')).toBeNull()
  act(() => minimise(false))
  expect(await screen.findByText('开灯')).toBeTruthy()
})
