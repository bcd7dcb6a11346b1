import { useEffect, useRef, useState } from 'react'
import type { Torch } from '../../../../camera/camera-stream.ts'
import { Lamp } from '../../../../camera/lamp.tsx'
import { useVisible } from '../../../../camera/use-visible.ts'
import { onBack } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { guardSwipe } from '../../../../telegram/guards.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Icon } from '../../../../ui/icon.tsx'
import type { DocType, Side } from '../kept.ts'
import { sideName } from '../side-name.ts'
import { cameraView } from './camera-style.ts'
import type { Trouble } from './camera-trouble.ts'
import { film, type Sight } from './film.ts'
import { type Taken, takenFrom } from './shrink.ts'
import { regionOf, still } from './still.ts'

interface LiveCameraProps {
  docType: DocType
  side: Side
  onTaken: (taken: Taken | null) => void
  onTrouble: (trouble: Trouble) => void
  onGallery: () => void
  onClose: () => void
}

/** The camera over the whole screen, with a frame to put the document in. It runs only while this is seen. */
export function LiveCamera({ docType, side, onTaken, onTrouble, onGallery, onClose }: LiveCameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const dialog = useDialog(onClose)
  const { sight, torch, isReady } = useFilm({ video, frame, side, onTrouble })
  const [isTaking, setTaking] = useState(false)

  async function take() {
    if (!video.current || !isReady || isTaking) return
    setTaking(true)
    feel('medium')
    onTaken(await takenFrom(still(video.current, frame.current)))
  }

  return (
    <dialog
      ref={dialog}
      class={cameraView}
      aria-label={sideName(docType, side)}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <video ref={video} muted playsInline data-mirrored={side === 'hold' || undefined} />
      {side !== 'hold' && <Window {...{ frame, docType }} corners={sight?.corners} />}
      <header>
        <button type="button" aria-label={t('sheet.close')} onClick={onClose}>
          <Icon name="x" />
        </button>
        <h2>{sideName(docType, side)}</h2>
        {torch && (
          <Lamp
            torch={torch}
            label={isLit => t(isLit ? 'identity.camera.torchOff' : 'identity.camera.torchOn')}
          />
        )}
      </header>
      <p role="status">{hintOf({ side, sight, isReady })}</p>
      <footer>
        <button type="button" onClick={onGallery}>
          <Icon name="image" />
          {t('identity.camera.gallery')}
        </button>
        <button
          type="button"
          class="shutter"
          aria-label={t('identity.camera.shutter')}
          disabled={!isReady || isTaking}
          onClick={take}
        />
        <span />
      </footer>
    </dialog>
  )
}

/** The frame; each corner lights up when a corner of the document is in it. */
function Window({
  frame,
  docType,
  corners,
}: {
  frame: { current: HTMLDivElement | null }
  docType: DocType
  corners: readonly boolean[] | undefined
}) {
  return (
    <div ref={frame} class="window" data-doc={docType} aria-hidden="true">
      {[0, 1, 2, 3].map(corner => (
        <i key={corner} data-seen={corners?.[corner] || undefined} />
      ))}
    </div>
  )
}

function hintOf({ side, sight, isReady }: { side: Side; sight: Sight | null; isReady: boolean }): string {
  if (!isReady) return t('identity.camera.starting')
  if (sight?.flaw && sight.flaw !== 'small') return t(`identity.camera.flaw.${sight.flaw}`)
  if (side === 'hold') return t('identity.camera.aimFace')
  return t(sight?.corners.every(Boolean) ? 'identity.camera.good' : 'identity.camera.aim')
}

interface FilmProps {
  video: { current: HTMLVideoElement | null }
  frame: { current: HTMLDivElement | null }
  side: Side
  onTrouble: (trouble: Trouble) => void
}

function useFilm({ video, frame, side, onTrouble }: FilmProps) {
  const [sight, see] = useState<Sight | null>(null)
  const [lamp, setLamp] = useState<{ torch: Torch | null } | null>(null)
  const isVisible = useVisible()
  const report = useRef(onTrouble)
  report.current = onTrouble

  useEffect(() => {
    if (!isVisible || !video.current) return
    const end = new AbortController()
    let last = ''
    film({
      video: video.current,
      facing: side === 'hold' ? 'user' : 'environment',
      signal: end.signal,
      regionOf: playing => regionOf(playing, frame.current),
      onReady: torch => setLamp({ torch }),
      // What is seen twice is told: hints must not flicker.
      onSight: next => {
        const seen = JSON.stringify(next)
        if (seen === last) see(next)
        last = seen
      },
    }).then(trouble => trouble && !end.signal.aborted && report.current(trouble))
    return () => {
      end.abort()
      setLamp(null)
    }
  }, [isVisible, side, video, frame])

  return { sight, torch: lamp?.torch ?? null, isReady: lamp !== null }
}

function useDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const element = dialog.current
    const stops = [onBack(() => close.current()), guardSwipe()]
    element?.showModal?.()
    return () => {
      element?.close?.()
      for (const stop of stops) stop()
    }
  }, [])
  return dialog
}
