import { type CameraProblem, type Torch, torchOf, withCamera } from '../../../../camera/camera-stream.ts'
import { cornersOf } from './edges.ts'
import { type Flaw, flawsOf, greyOf } from './quality.ts'
import type { Region } from './view-of.ts'

/** What the camera sees in the frame at this moment. */
export interface Sight {
  flaw: Flaw | null
  /** Which corners of the document are in place. */
  corners: readonly boolean[]
}

export interface Filming {
  video: HTMLVideoElement
  facing: 'environment' | 'user'
  /** Ends the film, and with it the stream. */
  signal: AbortSignal
  /** The part of the film that counts. */
  regionOf: (video: HTMLVideoElement) => Region
  onReady: (torch: Torch | null) => void
  onSight: (sight: Sight) => void
}

const everyMs = 250
const copySide = 320
const blackFramesAtMost = 10

/** Films until it is ended: null then, or why the camera is of no use. */
export async function film(filming: Filming): Promise<CameraProblem | 'dark' | null> {
  const { video, facing, signal, onReady } = filming
  return await withCamera({ facing, width: 2_560, height: 1_440 }, { video, signal }, async track => {
    onReady(torchOf(track))
    return await watch(track, filming)
  })
}

async function watch(track: MediaStreamTrack, { video, signal, regionOf, onSight }: Filming) {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  let blackFrames = 0
  while (!signal.aborted) {
    if (track.readyState === 'ended') return 'busy'
    if (pen && video.videoWidth) {
      const copy = copied(video, regionOf(video), { canvas, pen })
      const grey = greyOf(copy.data)
      // Some hosts give a stream without a picture; a dark room is never quite black.
      blackFrames = grey.every(level => level < 4) ? blackFrames + 1 : 0
      if (blackFrames >= blackFramesAtMost) return 'dark'
      const { videoWidth, videoHeight } = video
      const [flaw = null] = flawsOf({ width: videoWidth, height: videoHeight, copy })
      onSight({ flaw, corners: cornersOf({ ...sizeOf(copy), grey }) })
    }
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
  return null
}

function sizeOf({ width, height }: ImageData) {
  return { width, height }
}

function copied(
  video: HTMLVideoElement,
  { left, top, width, height }: Region,
  { canvas, pen }: { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D },
): ImageData {
  const scale = copySide / Math.max(width, height)
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  pen.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
