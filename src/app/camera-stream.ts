/** Why a camera is of no use: refused, not there, taken by another app. */
export type CameraProblem = 'denied' | 'missing' | 'busy'

/** Switches the lamp beside the lens. */
export type Torch = (isOn: boolean) => void

export interface CameraWanted {
  facing: 'environment' | 'user'
  width: number
  height: number
}

/** Asks for the camera; the browser asks the person. A problem is a value. */
export async function openCamera({
  facing,
  width,
  height,
}: CameraWanted): Promise<MediaStream | CameraProblem> {
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
