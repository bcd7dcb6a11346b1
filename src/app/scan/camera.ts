import { type CameraProblem, type Torch, torchOf, withCamera } from '../camera/camera-stream.ts'
import { type Decode, decoder } from './decoder.ts'
import { penOf } from './picture.ts'

/** Why the camera is of no use: refused, not there, taken, black pictures only, or its reader did not load. */
export type Problem = CameraProblem | 'dark' | 'offline'

const everyMs = 200
const side = 640
const darkFramesAtMost = 10

interface Watch {
  video: HTMLVideoElement
  /** Ends the watch, and with it the stream. */
  signal: AbortSignal
  /** The camera is running; with the switch of its lamp where it has one. */
  onReady: (torch: Torch | null) => void
}

/** What came of it: the text of a code, or why there will be none. */
export type Seen = { text: string } | { problem: Problem }

/** Watches the camera until a code is seen. Null when it was ended before. */
export async function watchCamera({ video, signal, onReady }: Watch): Promise<Seen | null> {
  const wanted = { facing: 'environment', width: 1_280, height: 720 } as const
  const loading = decoder().catch(() => null)
  const seen = await withCamera(wanted, { video, signal }, async (track): Promise<Seen | null> => {
    const decode = await loading
    if (signal.aborted) return null
    if (!decode) return { problem: 'offline' }
    onReady(torchOf(track))
    return await readFrames(video, { track, decode, signal })
  })
  return typeof seen === 'string' ? { problem: seen } : seen
}

async function readFrames(
  video: HTMLVideoElement,
  { track, decode, signal }: { track: MediaStreamTrack; decode: Decode; signal: AbortSignal },
): Promise<Seen | null> {
  const pen = penOf(side, side)
  let darkFrames = 0
  while (!signal.aborted) {
    if (track.readyState === 'ended') return { problem: 'busy' }
    if (video.videoWidth) {
      drawMiddle(pen, video)
      const text = await decode(pen.canvas)
      if (signal.aborted) return null
      if (text) return { text }
      darkFrames = isBlack(pen) ? darkFrames + 1 : 0
      if (darkFrames >= darkFramesAtMost) return { problem: 'dark' }
    }
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
  return null
}

/** The square in the middle, which is what the screen shows. */
function drawMiddle(pen: CanvasRenderingContext2D, video: HTMLVideoElement) {
  const edge = Math.min(video.videoWidth, video.videoHeight)
  const left = (video.videoWidth - edge) / 2
  const top = (video.videoHeight - edge) / 2
  pen.drawImage(video, left, top, edge, edge, 0, 0, side, side)
}

/** Some hosts give a stream without a picture; a dark room is never quite black. */
function isBlack(pen: CanvasRenderingContext2D): boolean {
  const { data } = pen.getImageData(0, side / 2, side, 1)
  return data.every((value, index) => index % 4 === 3 || value < 4)
}
