import { css } from 'goober'
import { useEffect, useRef, useState } from 'react'
import type { Torch } from '../camera/camera-stream.ts'
import { Lamp } from '../camera/lamp.tsx'
import { useVisible } from '../camera/use-visible.ts'
import { t } from '../state/locale.ts'
import { type Seen, watchCamera } from './camera.ts'

/** What the camera sees, with a frame to aim. The camera runs only while this is on the screen. */
export function Finder({ onSeen }: { onSeen: (seen: Seen) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(onSeen)
  report.current = onSeen
  const isVisible = useVisible()
  const [isReady, setReady] = useState(false)
  const [torch, setTorch] = useState<Torch | null>(null)

  useEffect(() => {
    if (!isVisible || !video.current) return
    const end = new AbortController()
    const onReady = (found: Torch | null) => {
      setReady(true)
      setTorch(() => found)
    }
    watchCamera({ video: video.current, signal: end.signal, onReady }).then(seen => {
      if (seen && !end.signal.aborted) report.current(seen)
    })
    return () => {
      end.abort()
      setReady(false)
      setTorch(null)
    }
  }, [isVisible])

  return (
    <div class={finder} aria-busy={!isReady}>
      <video ref={video} muted playsInline aria-label={t('scan.view')} />
      {isReady && <i />}
      <p role="status">{t(isReady ? 'scan.aim' : 'scan.starting')}</p>
      {torch && <Lamp torch={torch} label={isLit => t(isLit ? 'scan.torchOff' : 'scan.torchOn')} />}
    </div>
  )
}

const finder = css`
  position: relative;
  display: grid;
  place-items: end center;
  aspect-ratio: 1;
  max-height: 52dvh;
  width: 100%;
  padding-bottom: 14px;
  border-radius: 18px;
  background: #0e1113;
  color: #fff;
  overflow: hidden;
  & video {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & i {
    position: absolute;
    inset: 50% auto auto 50%;
    width: 60%;
    aspect-ratio: 1;
    translate: -50% -50%;
    border-radius: 20px;
    box-shadow: 0 0 0 2px #fff, 0 0 0 100vmax rgb(10 12 14/.45);
  }
  & p {
    position: relative;
    padding: 0 16px;
    font-size: .875rem;
    text-align: center;
  }
  & button {
    position: absolute;
    inset: 8px 8px auto auto;
    min-height: 44px;
    padding: 0 14px;
    border-radius: 14px;
    background: rgb(10 12 14/.6);
    color: #fff;
    font-size: .875rem;
    font-weight: 600;
  }
`
