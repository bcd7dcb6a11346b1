import type { ComponentChildren } from 'preact'
import { useEffect } from 'react'
import { Stale, useOffline } from './ui/stale.tsx'
import { ErrorView, Skeleton } from './ui/states.tsx'
import type { Load } from './use-load.ts'

export interface LoadedProps<T> {
  of: Load<T>
  /** Shown until the first answer. */
  bones?: ComponentChildren
  /** It is what the page is about: its age is told as soon as the phone is offline. */
  isMain?: boolean
  children: (data: T) => ComponentChildren
}

/**
 * What was loaded, with its age when it could not be renewed; before that bones, or why not and a way to try again.
 * Renews itself when one comes back to it.
 */
export function Loaded<T>({
  of: { data, state, refusal, at, reload },
  bones,
  isMain,
  children,
}: LoadedProps<T>) {
  const isOffline = useOffline()
  useEffect(() => {
    const renew = () => !document.hidden && reload()
    addEventListener('online', renew)
    document.addEventListener('visibilitychange', renew)
    return () => {
      removeEventListener('online', renew)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [reload])

  if (data === null) {
    return state === 'failed' ? (
      <ErrorView text={refusal ?? undefined} onRetry={reload} />
    ) : (
      (bones ?? <Skeleton />)
    )
  }
  return (
    <>
      {(state === 'failed' || (isMain && isOffline)) && <Stale at={at} text={refusal} onRetry={reload} />}
      {children(data)}
    </>
  )
}
