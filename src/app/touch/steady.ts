/**
 * What one reads stays where it is when rows come above it. Most browsers see to that; for those that do not (Safari) the
 * row in the middle is held. Answers how to stop.
 */
export function holdRows(): () => void {
  if (CSS.supports('overflow-anchor', 'auto')) return () => {}
  let row: Element | null = null
  let noted = { top: 0, scroll: 0 }

  function note() {
    row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('li') ?? null
    noted = { top: topOf(row), scroll: scrollY }
  }
  function hold() {
    // What was scrolled since is the finger's doing.
    const moved = topOf(row) - noted.top + scrollY - noted.scroll
    if (row?.isConnected && scrollY > 0 && Math.abs(moved) >= 1) scrollBy(0, moved)
    note()
  }
  const watch = new MutationObserver(hold)
  watch.observe(document.getElementById('app') ?? document.body, { childList: true, subtree: true })
  addEventListener('scroll', note, { passive: true })
  note()
  return () => {
    watch.disconnect()
    removeEventListener('scroll', note)
  }
}

function topOf(row: Element | null): number {
  return row?.getBoundingClientRect().top ?? 0
}
