import { effect } from '@preact/signals'
import { options } from 'preact'
import { currentRoute } from '../routing/hash-location.tsx'
import { preloadPage } from '../routing/routes.ts'
import { isStill } from '../start/strength.ts'
import { isTab } from '../ui/tabs.tsx'

// A page that takes the place of another comes from where it lies: on from the right, back from the left, a tab from
// nowhere. The browser draws it (View Transitions). Where it cannot, or should not move, pages change at once, but in a
// task of their own: the one of the tap, the page and the frame together hold a slow phone for longer than a finger waits.

/** The browser takes its picture of the old page a frame later: until then nothing is drawn. */
const heldMs = 300
const here = new Set<string>(['index'])
let release = () => {}
let isHeld = false

/** Begins to turn pages. Answers how to stop. */
export function turnPages(): () => void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: movement }))
  const draw = options.debounceRendering
  // Asked when it is to be drawn: what a turn changes may be noticed before the turn itself.
  options.debounceRendering = run =>
    queueMicrotask(() => {
      if (isHeld) release = run
      else run()
    })
  let last = { name: currentRoute.peek(), i: depth() }
  const stop = effect(() => {
    const name = currentRoute.value
    const next = { name, i: depth() }
    if (name !== last.name) turn(name, directionOf(last, next))
    last = next
  })
  return () => {
    stop()
    letGo()
    Object.assign(options, { debounceRendering: draw })
  }
}

interface Place {
  name: string
  i: number
}

function depth(): number {
  return history.state?.i ?? 0
}

function directionOf(from: Place, to: Place): string {
  if (isTab(from.name) && isTab(to.name)) return 'tab'
  return to.i < from.i ? 'back' : 'on'
}

/** A page that is not here yet takes the place of the old one when it comes. */
async function turn(name: string, direction: string) {
  if (document.startViewTransition === undefined || isStill() || document.hidden) return drawSoon()
  const isWanted = () => currentRoute.peek() === name
  isHeld = true
  const coming = preloadPage(name)?.then(() => {
    here.add(name)
    isHeld = isWanted()
  })
  // What is loaded already says so within a moment, before anything is drawn.
  for (const _ of [1, 2]) if (!here.has(name)) await null
  if (!here.has(name)) {
    letGo()
    await coming
  }
  if (!isWanted()) return letGo()
  const safety = setTimeout(letGo, heldMs)
  document.documentElement.dataset.turn = direction
  try {
    const { ready } = document.startViewTransition(() => {
      clearTimeout(safety)
      letGo()
    })
    await ready
  } catch {
    // One that is overtaken by the next, or that the browser would not begin: the page changes all the same.
  }
}

function drawSoon() {
  isHeld = true
  setTimeout(letGo)
}

function letGo() {
  isHeld = false
  const run = release
  release = () => {}
  run()
}

const movement = `
  ::view-transition-group(root) { animation-duration: .24s }
  ::view-transition-old(root), ::view-transition-new(root) { animation-duration: .2s }
  [data-turn=on]::view-transition-new(root), [data-turn=back]::view-transition-old(root) {
    animation: turn-from .24s cubic-bezier(.05,.7,.1,1) both
  }
  [data-turn=on]::view-transition-old(root) { animation: turn-away .16s both }
  [data-turn=back]::view-transition-old(root) { animation: turn-off .16s both; z-index: 1 }
  @keyframes turn-from { from { opacity: 0; transform: translateX(28px) } }
  @keyframes turn-off { to { opacity: 0; transform: translateX(28px) } }
  @keyframes turn-away { to { opacity: 0 } }`
