import { css } from 'goober'
import { useEffect, useRef, useState } from 'react'
import { t } from '../state/locale.ts'
import { recall } from '../storage.ts'
import { feel } from '../telegram/telegram.ts'
import { Icon } from './icon.tsx'
import { isCutOff } from './offline-banner.tsx'

const armedMs = 4_000
/** How much of the way is the whole of it: nobody should have to hit the very end. */
const enough = 0.92

export interface SlideProps {
  /** What the button does, in words. */
  children: string
  isBusy?: boolean
  isDisabled?: boolean
}

/**
 * The button of a form that moves money: its knob is slid to the other end, so that nothing goes out by a slip. A press
 * asks for a second one instead. One press is enough with a keyboard, a screen reader, reduced motion, or by choice.
 * Submits the form once for each slide or press.
 */
export function Slide({ children, isBusy = false, isDisabled = false }: SlideProps) {
  const [isArmed, arm] = useState(false)
  const { button, begin, drag, drop, wasDragged } = useKnob(() => {
    feel('medium')
    button.current?.form?.requestSubmit(button.current)
  })
  // A phone that says it is offline is believed; a request that failed is not enough to take the button away.
  const isOffline = isCutOff.value && !navigator.onLine
  const isOff = isBusy || isDisabled || isOffline

  useEffect(() => {
    if (!isArmed) return
    const timer = setTimeout(() => arm(false), armedMs)
    return () => clearTimeout(timer)
  }, [isArmed])

  function press(event: MouseEvent) {
    // Keys and screen readers press without a finger: their detail is 0.
    const isTap = event.detail > 0 && !isByTap()
    const isEnough = !isTap || (isArmed && !wasDragged())
    if (isBusy || !isEnough) event.preventDefault()
    arm(!isBusy && !isEnough && !wasDragged())
  }

  return (
    <>
      <button
        ref={button}
        type="submit"
        data-slide
        class={track}
        disabled={isDisabled || isOffline}
        aria-busy={isBusy || undefined}
        onClick={press}
        onPointerDown={event => isOff || isByTap() || begin(event)}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <i aria-hidden="true">
          <Icon name={isBusy ? 'loader-circle' : 'chevron-right'} />
        </i>
        <span>{children}</span>
        {isOffline ? (
          <small>{t('slide.offline')}</small>
        ) : (
          !isByTap() && <small aria-hidden="true">{t(isArmed ? 'slide.again' : 'slide.hint')}</small>
        )}
      </button>
      <p class="sr" role="status">
        {isArmed ? t('slide.again') : null}
      </p>
    </>
  )
}

/** Whether one press is enough: by choice, or with reduced motion. */
function isByTap(): boolean {
  return recall('confirmBy') === 'tap' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Moves the knob with the finger; at the end of its way it is `done`, once. */
function useKnob(done: () => void) {
  const button = useRef<HTMLButtonElement>(null)
  const from = useRef<number | null>(null)
  const wasDragged = useRef(false)

  function show(share: number) {
    button.current?.style.setProperty('--way', String(share))
  }
  function shareAt({ clientX }: PointerEvent): number {
    const { width, height } = button.current?.getBoundingClientRect() ?? { width: 1, height: 0 }
    return Math.min(1, Math.max(0, (clientX - (from.current ?? clientX)) / (width - height)))
  }
  function begin(event: PointerEvent) {
    const left = event.clientX - (button.current?.getBoundingClientRect().left ?? 0)
    wasDragged.current = false
    if (left > 72) return
    from.current = event.clientX
    button.current?.setPointerCapture?.(event.pointerId)
  }
  function drag(event: PointerEvent) {
    if (from.current === null) return
    const share = shareAt(event)
    if (share > 0.05) wasDragged.current = true
    button.current?.setAttribute('data-held', '')
    show(share)
  }
  function drop(event: PointerEvent) {
    if (from.current === null) return
    const isWhole = event.type === 'pointerup' && shareAt(event) >= enough
    from.current = null
    button.current?.removeAttribute('data-held')
    show(0)
    if (isWhole) done()
  }
  return { button, begin, drag, drop, wasDragged: () => wasDragged.current }
}

const track = css`
  --way: 0;
  position: relative;
  display: grid;
  align-content: center;
  width: 100%;
  min-height: 60px;
  padding: 6px 20px 6px 68px;
  border-radius: 18px;
  background: var(--ink);
  color: var(--on-ink);
  font-size: 1.0625rem;
  line-height: 1.375rem;
  font-weight: 600;
  text-align: center;
  user-select: none;
  -webkit-user-select: none;
  touch-action: pan-y;
  & i {
    position: absolute;
    inset: 4px auto 4px calc(4px + var(--way) * (100% - 60px));
    display: grid;
    place-items: center;
    width: 52px;
    border-radius: 14px;
    background: var(--on-ink);
    color: var(--ink);
    transition: inset .2s cubic-bezier(.2, 0, 0, 1);
  }
  &[data-held] i {
    transition: none;
  }
  & span {
    opacity: calc(1 - var(--way));
  }
  & small {
    font-size: .8125rem;
    line-height: 1.125rem;
    font-weight: 400;
    opacity: calc(.85 * (1 - var(--way)));
  }
  &:disabled {
    background: var(--sunken);
    color: var(--text-3);
    box-shadow: inset 0 0 0 1px var(--line);
    cursor: default;
  }
  &:disabled i {
    background: var(--surface);
    color: var(--text-3);
    box-shadow: 0 0 0 1px var(--line);
  }
  &[aria-busy] {
    opacity: .7;
    animation: breathe 1.2s ease-in-out infinite;
  }
  &[aria-busy] i {
    inset-inline-start: calc(100% - 56px);
  }
`
