/**
 * Calls `give` when what had the focus inside an element has gone from there and nothing has it instead. Answers how to stop.
 */
export function keepFocus(element: HTMLElement | null, give: (inside: HTMLElement) => void): () => void {
  if (!element) return () => {}
  let last: Element | null = null
  const note = ({ target }: FocusEvent) => {
    last = target as Element
  }
  const watch = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    last = null
    give(element)
  })
  element.addEventListener('focusin', note)
  watch.observe(element, { childList: true, subtree: true })
  return () => {
    element.removeEventListener('focusin', note)
    watch.disconnect()
  }
}
