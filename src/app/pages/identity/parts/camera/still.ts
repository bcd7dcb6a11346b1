import { marginShare } from './edges.ts'
import { longSideMin, shortSideMin } from './quality.ts'
import { type Region, underFrame } from './view-of.ts'

/** What lies under the frame, or everything where that would be too small to read. */
export function still(video: HTMLVideoElement, frame: HTMLElement | null): HTMLCanvasElement {
  const region = regionOf(video, frame)
  const isEnough =
    Math.max(region.width, region.height) >= longSideMin &&
    Math.min(region.width, region.height) >= shortSideMin
  const { left, top, width, height } = isEnough ? region : regionOf(video, null)
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width),
    height: Math.round(height),
  })
  canvas.getContext('2d')?.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The part of the film that counts: around the frame, or all of it without one. */
export function regionOf(video: HTMLVideoElement, frame: HTMLElement | null): Region {
  const whole = { left: 0, top: 0, width: video.videoWidth, height: video.videoHeight }
  if (!frame) return whole
  const screen = { width: video.clientWidth, height: video.clientHeight }
  const within = { width: frame.clientWidth, height: frame.clientHeight }
  return underFrame({ film: whole, screen, frame: within, marginShare })
}
