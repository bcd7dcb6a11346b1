import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const atFirst = 2
let wasShown = false

/**
 * Shows its children one after another, each in a task of its own: together they hold a slow phone for longer than a
 * finger waits. At once from the second time on, so that a way back finds its place.
 */
export function InTurn({ children }: { children: ComponentChildren[] }) {
  const [shown, show] = useState(wasShown ? children.length : atFirst)
  wasShown = shown >= children.length
  useEffect(() => {
    if (!wasShown) setTimeout(() => show(shown + 1))
  })
  return <>{children.slice(0, shown)}</>
}
