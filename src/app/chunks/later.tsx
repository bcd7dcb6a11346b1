import type { ComponentType } from 'preact'
import { useCallback, useEffect, useState } from 'react'
import { ErrorView } from '../ui/states.tsx'
import { tryOften } from './lazily.ts'

/**
 * A part that is loaded when it is first shown, and there at once from then on: a form brings the rules of all fields
 * along. `height` is about how high it will be.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  height = 180,
): ComponentType<P> {
  let known: ComponentType<P> | null = null
  return function Later(props: P) {
    const [Part, keep] = useState(() => known)
    const [hasFailed, fail] = useState(false)
    const attempt = useCallback(() => {
      fail(false)
      tryOften('part', load).then(
        part => {
          known = part
          keep(() => part)
        },
        () => fail(true),
      )
    }, [])
    useEffect(() => {
      // It may have come since this was drawn: another one asked for it.
      if (known) keep(() => known)
      else attempt()
    }, [attempt])
    if (hasFailed) return <ErrorView onRetry={attempt} />
    return Part ? <Part {...props} /> : <span class="bone" style={{ height }} aria-busy="true" />
  }
}
