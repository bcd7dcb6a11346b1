import { useEffect, useRef, useState } from 'react'

const aroundPx = 2_000

const meetings = new WeakMap<Element, () => void>()
let watcher: IntersectionObserver | undefined

/**
 * Whether an element has been on the screen or some screens from it, for what need not be there before; true where the
 * browser cannot tell.
 */
export function useMet({ isAtFirst }: { isAtFirst: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const canTell = globalThis.IntersectionObserver !== undefined
  const [isMet, set] = useState(isAtFirst || !canTell)
  useEffect(() => {
    return isMet || !element.current ? undefined : watch(element.current, () => set(true))
  }, [isMet])
  return { element, isMet }
}

function watch(element: Element, meet: () => void): () => void {
  // In Telegram's frame the margin counts for the document alone.
  watcher ??= new IntersectionObserver(tell, { root: document, rootMargin: `${aroundPx}px 0px` })
  meetings.set(element, meet)
  watcher.observe(element)
  return () => watcher?.unobserve(element)
}

function tell(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) if (isIntersecting) meetings.get(target)?.()
}
