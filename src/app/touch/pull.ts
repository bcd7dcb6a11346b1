import { effect } from '@preact/signals'
import { css } from 'goober'
import { renewAll } from '../loading/renew.ts'
import { loadOverview } from '../overview.ts'
import { currentRoute } from '../routing/hash-location.tsx'
import { t } from '../state/locale.ts'
import { feel } from '../telegram/telegram.ts'
import { isCutOff } from '../ui/offline-banner.tsx'
import { canPull } from './pulled.ts'

// A pull at the top reads anew what the page shows. Keys and screen readers have a button for it, the first of the page.

/** A finger has to go this far; the sign follows it at half its speed. */
const thresholdPx = 128
const slackPx = 10
/** How long the sign stays at least: a shorter one would look as if nothing was read. */
const shownMs = 500

let from: { x: number; y: number } | null = null
let pulled = 0
let isBusy = false

const sign = Object.assign(document.createElement('div'), { hidden: true })
const button = Object.assign(document.createElement('button'), { type: 'button' })
const told = Object.assign(document.createElement('p'), { className: 'sr' })

/** Begins to listen. Answers how to stop. */
export function beginPull(): () => void {
  sign.className = signStyle
  sign.append(arrow())
  sign.setAttribute('aria-hidden', 'true')
  button.className = buttonStyle
  button.onclick = renew
  told.setAttribute('role', 'status')
  document.body.prepend(button, told, sign)
  const { style } = document.documentElement
  // The browser's own pull would load the whole app again. With it off nothing else moves, and no touch has to be stopped.
  style.overscrollBehaviorY = 'none'
  const follow = effect(() => {
    button.textContent = t('pull.action')
    button.hidden = !canPull()
  })
  const stops = [
    listen('touchstart', begin),
    listen('touchmove', pull),
    listen('touchend', drop),
    listen('touchcancel', forget),
  ]
  // Home shows its age once a renewal has failed, so it asks as soon as the network goes.
  const lose = () => canPull() && currentRoute.peek() === 'index' && loadOverview()
  addEventListener('offline', lose)
  return () => {
    follow()
    removeEventListener('offline', lose)
    for (const stop of stops) stop()
    for (const part of [button, told, sign]) part.remove()
    style.overscrollBehaviorY = ''
  }
}

function begin({ touches, target }: TouchEvent) {
  const [finger] = touches
  const isElsewhere = (target as Element).closest?.('dialog') || document.querySelector('dialog[open]')
  from = null
  if (!finger || touches.length > 1 || isBusy || isElsewhere || scrollY > 0 || !canPull()) return
  from = { x: finger.clientX, y: finger.clientY }
}

function pull({ touches }: TouchEvent) {
  const [finger] = touches
  if (!from || !finger) return
  const [across, down] = [Math.abs(finger.clientX - from.x), finger.clientY - from.y]
  // A carousel, or the way down the page: not ours.
  if (pulled === 0 && (across > down || down < 0)) return forget()
  if (pulled === 0 && down < slackPx) return
  if (pulled < thresholdPx && down >= thresholdPx) feel('soft')
  pulled = Math.max(1, down)
  show(Math.min(1, pulled / thresholdPx))
}

function drop() {
  const isWhole = pulled >= thresholdPx
  forget()
  if (isWhole) renew()
}

function forget() {
  from = null
  pulled = 0
  if (!isBusy) show(0)
}

/** Everything the page shows is read again, and that is said. */
async function renew() {
  if (isBusy) return
  isBusy = true
  show(1)
  told.textContent = t('pull.busy')
  await renewAll(
    new Promise(resolve => setTimeout(resolve, shownMs)),
    currentRoute.peek() === 'index' && loadOverview(),
  )
  isBusy = false
  show(0)
  told.textContent = t(isCutOff.peek() ? 'offline.text' : 'pull.done')
}

function show(share: number) {
  sign.hidden = share === 0
  sign.toggleAttribute('data-busy', isBusy)
  sign.style.transform = `translateY(${share * 64}px)`
  sign.style.opacity = String(share)
  sign.firstElementChild?.setAttribute('style', isBusy ? '' : `transform:rotate(${share * 270}deg)`)
}

function listen(
  type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
  hear: (event: TouchEvent) => void,
) {
  document.addEventListener(type, hear, { passive: true })
  return () => document.removeEventListener(type, hear)
}

/** Three quarters of a circle, drawn here: on Home no icons but its own are loaded. */
function arrow(): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const path = document.createElementNS(space, 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  path.setAttribute('d', 'M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5')
  svg.append(path)
  return svg
}

const signStyle = css`
  position: fixed;
  inset: calc(-44px + var(--safe-top)) 0 auto;
  z-index: 40;
  width: 40px;
  height: 40px;
  margin: 0 auto;
  border-radius: 50%;
  background: var(--raised);
  box-shadow: var(--e2), 0 0 0 1px var(--line);
  pointer-events: none;
  & svg {
    display: block;
    padding: 9px;
    fill: none;
    stroke: var(--accent);
    stroke-width: 2.25;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  &[data-busy] svg {
    animation: pull-round .8s linear infinite;
  }
  @keyframes pull-round {
    to {
      transform: rotate(1turn);
    }
  }
`
/** Out of sight until a key reaches it. */
const buttonStyle = css`
  position: fixed;
  inset: calc(8px + var(--safe-top)) auto auto 50%;
  z-index: 41;
  min-height: 44px;
  padding: 0 20px;
  border-radius: 999px;
  background: var(--ink);
  color: var(--on-ink);
  font-weight: 600;
  transform: translate(-50%, calc(-200% - var(--safe-top)));
  &:focus-visible {
    transform: translate(-50%, 0);
  }
`
