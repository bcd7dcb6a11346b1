import { css } from 'goober'
import { useLayoutEffect, useRef } from 'react'
import { t } from '../../../../state/locale.ts'
import type { DocType, Side } from '../kept.ts'

const drawings = {
  idFront: 'M44 52a14 14 0 1 0 .1 0M24 92c4-18 36-18 40 0M84 46h52M84 62h40M84 78h48',
  idBack: 'M80 36a18 18 0 1 0 .1 0M24 84h44M92 84h44M24 98h112',
  passport: 'M46 38a12 12 0 1 0 .1 0M28 76c4-15 32-15 36 0M82 40h54M82 54h40M82 68h46M22 92h116M22 102h116',
  hold: 'M80 20a17 17 0 1 0 .1 0M36 112c0-44 26-50 44-50s44 6 44 50M52 80h56a5 5 0 0 1 5 5v24H47V85a5 5 0 0 1 5-5ZM60 98a5 5 0 1 0 .1 0M76 90h28M76 98h20',
}

/** The four corners, and in them what belongs there: a drawing, then the picture itself. */
export function Frame({
  docType,
  side,
  picture,
}: {
  docType: DocType
  side: Side
  picture: HTMLCanvasElement | null
}) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!picture) return
    place.current?.replaceChildren(picture)
    return () => picture.remove()
  }, [picture])
  const drawing =
    side === 'hold' ? 'hold' : docType === 'passport' ? 'passport' : side === 'back' ? 'idBack' : 'idFront'
  return (
    <div class={frame} data-taken={picture ? '' : undefined}>
      {picture ? (
        <div ref={place} class="picture" role="img" aria-label={t('identity.photo.preview')} />
      ) : (
        <svg viewBox="0 0 160 124" fill="none" aria-hidden="true">
          {side !== 'hold' && <rect x="10" y="16" width="140" height="96" rx="10" />}
          <path d={drawings[drawing]} />
        </svg>
      )}
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

const frame = css`
  position: relative;
  display: grid;
  place-items: center;
  aspect-ratio: 1.586;
  padding: 14px;
  border-radius: 22px;
  background: var(--sunken);
  &[data-taken] {
    aspect-ratio: auto;
    min-height: 180px;
  }
  & svg {
    width: 62%;
    max-height: 100%;
    stroke: var(--text-3);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  & rect {
    fill: var(--surface);
  }
  & canvas {
    display: block;
    max-width: 100%;
    max-height: 46vh;
    border-radius: 10px;
  }
  & i {
    position: absolute;
    inset: 6px auto auto 6px;
    width: 30px;
    height: 30px;
    border: solid var(--accent);
    border-width: 3px 0 0 3px;
    border-radius: 18px 0 0 0;
  }
  & i:nth-of-type(2) {
    inset: 6px 6px auto auto;
    rotate: 90deg;
  }
  & i:nth-of-type(3) {
    inset: auto 6px 6px auto;
    rotate: 180deg;
  }
  & i:nth-of-type(4) {
    inset: auto auto 6px 6px;
    rotate: 270deg;
  }
`
