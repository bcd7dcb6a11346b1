import type { ComponentType } from 'preact'
import { useCallback, useEffect, useState } from 'react'
import { tryOften } from './lazily.ts'
import { ErrorView } from './ui/states.tsx'

/** A part that is loaded when it is first shown: a form brings the rules of all fields along. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Later(props: P) {
    const [Part, keep] = useState<ComponentType<P> | null>(null)
    const [hasFailed, fail] = useState(false)
    const attempt = useCallback(() => {
      fail(false)
      tryOften('part', load).then(
        part => keep(() => part),
        () => fail(true),
      )
    }, [])
    useEffect(attempt, [attempt])
    if (hasFailed) return <ErrorView onRetry={attempt} />
    return Part ? <Part {...props} /> : <span class="bone" style="height:180px" aria-busy="true" />
  }
}
