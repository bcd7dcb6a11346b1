import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { t } from '../state/locale.ts'

export type Glaze = 'celadon' | 'ru' | 'oxblood' | 'tenmoku' | 'cobalt' | 'bisque'

export interface CardFaceProps {
  face: Glaze
  /** The name of the kind, or the holder's own name for it. */
  name: string
  form: 'virtual' | 'physical'
  material?: 'regular' | 'metal'
  /** A `CardNetwork`. */
  network?: ComponentChildren
  last4?: string
  /** Shown instead of the mask while the card is revealed. */
  number?: string
  holder?: string
  expiry?: string
  /** In words over the face: frozen, opening, expired… */
  state?: string | null
}

/** A card as a glazed tile. One of six historical glazes; the state is told in words, never by colour alone. */
export function CardFace({
  face,
  name,
  form,
  material,
  network,
  last4,
  number,
  holder,
  expiry,
  state,
}: CardFaceProps) {
  const kind = t(material === 'metal' ? 'cardFace.metal' : `cardFace.${form}`)
  return (
    <div class={tile} data-face={face} data-state={state ? 'muted' : undefined}>
      <div class="top">
        <b>{name.endsWith(kind) ? name : `${name}\u00a0· ${kind}`}</b>
        {network}
      </div>
      {state && <strong>{state}</strong>}
      <div class="number num">
        {number ?? (
          <>
            <i />
            <i />
            <i />
            <span class="sr">{t('face.endsWith')}</span>
            {last4}
          </>
        )}
      </div>
      <div class="foot">
        <span>{holder}</span>
        <span class="num">{expiry}</span>
      </div>
    </div>
  )
}

/** Where a card will be, unglazed. */
export function CardBone() {
  return <div class={`${tile} bone`} />
}

/** The class of what is glazed; `data-face` says how. */
export const tile = css`
  --face-ink: #14352e;
  --face: radial-gradient(120% 140% at 15% 0, #c9ded3 0, #b9d3c6 30%, #9bc0b1 65%, #7fae9e 100%);
  position: relative;
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  aspect-ratio: 1.586;
  width: 100%;
  padding: 20px;
  border-radius: 14px;
  overflow: clip;
  background: var(--face);
  color: var(--face-ink);
  box-shadow: var(--card-shadow);
  isolation: isolate;
  &::after {
    content: "";
    position: absolute;
    inset: 0;
    z-index: -1;
    opacity: .35;
    mix-blend-mode: soft-light;
    background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='180' height='120' fill='none' stroke='%23fff' stroke-width='.8'%3E%3Cpath d='M0 20 30 34 52 12 90 40 130 8 180 20M52 0V12M136 0 130 8M30 34 22 70 60 96 52 120M90 40 84 78 60 96M84 78 128 92 180 84M130 8 142 52 128 92 136 120M142 52 180 20M22 70 0 84'/%3E%3C/svg%3E");
  }
  & .top,
  & .foot {
    display: flex;
    justify-content: space-between;
    gap: 12px;
  }
  & b {
    min-width: 0;
    overflow-wrap: anywhere;
    font-size: .9375rem;
    font-weight: 600;
  }
  & .foot,
  & .top span {
    font-size: .8125rem;
    line-height: 1.125rem;
    min-height: 1.125rem;
  }
  & .number {
    margin-top: auto;
    padding: 12px 0;
    font-size: 1.25rem;
    letter-spacing: .06em;
  }
  & i {
    display: inline-block;
    width: 2.2em;
    height: .5em;
    margin-inline-end: .55em;
    background: radial-gradient(circle, currentColor .13em, transparent .15em) 0 50% / .55em .5em;
  }
  & strong {
    align-self: start;
    margin-top: 4px;
    padding: 2px 10px;
    border-radius: 8px;
    background: rgb(14 17 19/.78);
    color: #fff;
    font-size: .8125rem;
    font-weight: 600;
  }
  &[data-state]::before {
    content: "";
    position: absolute;
    inset: 0;
    z-index: -1;
    background: repeating-linear-gradient(45deg, rgb(255 255 255/.12) 0 2px, transparent 2px 10px);
  }
  &.bone {
    --face: var(--sunken);
    box-shadow: none;
  }
  &.bone::after {
    opacity: .7;
  }
  &[data-face="ru"] {
    --face-ink: #102f3d;
    --face: radial-gradient(120% 140% at 85% 0, #c6dce4 0, #b8d2dc 30%, #8db2c3 70%, #6f9bb0 100%);
  }
  &[data-face="oxblood"] {
    --face-ink: #fff3ee;
    --face: radial-gradient(140% 150% at 20% 0, #8e2230 0, #741722 45%, #5a0f18 100%);
  }
  &[data-face="tenmoku"] {
    --face-ink: #f4e6ce;
    --face: repeating-linear-gradient(96deg, rgb(180 120 60/.1) 0 1px, transparent 1px 5px), radial-gradient(140% 160% at 50% -20%, #3a2a1e 0, #1b1512 50%, #0d0c0b 100%);
  }
  &[data-face="cobalt"] {
    --face-ink: #f2f6ff;
    --face: radial-gradient(130% 150% at 80% 0, #2e56a8 0, #1c3f86 40%, #0f2a66 100%);
  }
  &[data-face="bisque"] {
    --face-ink: #2a2620;
    --face: linear-gradient(160deg, #f3efe6, #e5dfd2 50%, #d9d2c3);
  }
`
