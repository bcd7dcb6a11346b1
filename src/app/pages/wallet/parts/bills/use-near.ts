import { useEffect, useRef, useState } from 'react'

const aroundPx = 2_000

interface Nearness {
  isNear: boolean
  /** How high it was when it was left, in px; undefined before. */
  height?: number
}

type Change = (isNear: boolean, height?: number) => void

const changes = new WeakMap<Element, Change>()
/** What came near without being on the screen yet, the nearest first. */
const coming = new Set<Element>()
let watcher: IntersectionObserver | undefined

/**
 * Whether an element is on the screen or some screens from it, for what need not be there elsewhere; always true where the
 * browser cannot tell. What has the focus inside is not left.
 */
export function useNear({ isAtFirst }: { isAtFirst: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const canTell = globalThis.IntersectionObserver !== undefined
  const [near, set] = useState<Nearness>({ isNear: isAtFirst || !canTell })
  useEffect(() => {
    const change: Change = (isNear, height) =>
      set(last => (last.isNear === isNear ? last : { ...last, isNear, ...(height && { height }) }))
    return canTell && element.current ? watch(element.current, change) : undefined
  }, [canTell])
  return { element, ...near }
}

function watch(element: Element, change: Change): () => void {
  // In Telegram's frame the margin counts for the document alone.
  watcher ??= new IntersectionObserver(tell, { root: document, rootMargin: `${aroundPx}px 0px` })
  changes.set(element, change)
  watcher.observe(element)
  return () => {
    watcher?.unobserve(element)
    coming.delete(element)
  }
}

function tell(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting, boundingClientRect } of nearestFirst(entries)) {
    if (!isIntersecting) leave(target, boundingClientRect.height)
    else if (distanceOf(boundingClientRect) === 0) changes.get(target)?.(true)
    else come(target)
  }
}

function leave(target: Element, height: number) {
  coming.delete(target)
  if (!target.contains(document.activeElement)) changes.get(target)?.(false, height)
}

function come(target: Element) {
  if (coming.size === 0) setTimeout(drawNext)
  coming.add(target)
}

/** Each in a task of its own, so that a finger gets in between. */
function drawNext() {
  const [next] = coming
  if (!next) return
  coming.delete(next)
  changes.get(next)?.(true)
  if (coming.size > 0) setTimeout(drawNext)
}

function nearestFirst(entries: IntersectionObserverEntry[]): IntersectionObserverEntry[] {
  const distance = (entry: IntersectionObserverEntry) => distanceOf(entry.boundingClientRect)
  return [...entries].sort((one, other) => distance(one) - distance(other))
}

/** From the screen, in px; 0 on it. */
function distanceOf({ top, bottom }: DOMRectReadOnly): number {
  return Math.max(0, top - innerHeight, -bottom)
}
