const calm = `
  [data-perf=low] * { backdrop-filter: none !important; mix-blend-mode: normal !important; transition-duration: .12s !important }
  [data-perf=low] :is(dialog, .bone) { animation-duration: .12s !important; animation-iteration-count: 1 !important }`

/** Telegram for Android tells the class of the device; elsewhere memory and cores do. Weak ones get fewer effects. */
export function measureStrength() {
  const told = /Telegram-Android.*;\s*(LOW|AVERAGE|HIGH)\)/.exec(navigator.userAgent)?.[1]
  const { deviceMemory = 8, hardwareConcurrency = 8 } = navigator as Navigator & { deviceMemory?: number }
  const isLow = told ? told === 'LOW' : deviceMemory <= 2 || hardwareConcurrency <= 4
  document.documentElement.dataset.perf = told?.toLowerCase() ?? (isLow ? 'low' : 'high')
  if (!isLow || document.getElementById('calm')) return
  document.head.append(Object.assign(document.createElement('style'), { id: 'calm', textContent: calm }))
}

/** Whether movement is left out: for those who want less of it, and where it would stutter. */
export function isStill(): boolean {
  return (
    document.documentElement.dataset.perf === 'low' || matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}
