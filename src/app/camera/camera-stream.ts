/** Why a camera is of no use: refused, not there, taken by another app. */
export type CameraProblem = 'denied' | 'missing' | 'busy'

/** Switches the lamp beside the lens. */
export type Torch = (isOn: boolean) => void

interface CameraWanted {
  facing: 'environment' | 'user'
  width: number
  height: number
}

/**
 * Shows what the camera sees while `use` is at work; then, or when `signal` ends it, the camera is off. Null when it was
 * ended before the film began; a problem is a value.
 */
export async function withCamera<Seen>(
  wanted: CameraWanted,
  { video, signal }: { video: HTMLVideoElement; signal: AbortSignal },
  use: (track: MediaStreamTrack) => Promise<Seen>,
): Promise<Seen | CameraProblem | null> {
  const stream = await openCamera(wanted)
  if (typeof stream === 'string') return stream
  const [track] = stream.getVideoTracks()
  const close = () => {
    for (const each of stream.getTracks()) each.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  signal.addEventListener('abort', close)
  try {
    if (signal.aborted || !track) return null
    video.srcObject = stream
    await video.play().catch(() => {})
    return signal.aborted ? null : await use(track)
  } finally {
    close()
  }
}

/** Asks for the camera; the browser asks the person. */
async function openCamera({ facing, width, height }: CameraWanted): Promise<MediaStream | CameraProblem> {
  const devices = globalThis.navigator.mediaDevices
  if (!devices?.getUserMedia) return 'missing'
  return await devices
    .getUserMedia({
      audio: false,
      video: { facingMode: facing, width: { ideal: width }, height: { ideal: height } },
    })
    .catch(problemOf)
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

/** The lamp of a camera that has one. */
export function torchOf(track: MediaStreamTrack): Torch | null {
  const abilities = track.getCapabilities?.() as { torch?: boolean } | undefined
  if (!abilities?.torch) return null
  return isOn => {
    track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }).catch(() => {})
  }
}
