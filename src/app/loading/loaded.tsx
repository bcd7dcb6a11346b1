import type { ComponentChildren } from 'preact'
import { Stale, useOffline } from '../ui/stale.tsx'
import { ErrorView, Skeleton } from '../ui/states.tsx'
import type { Load } from './use-load.ts'
import { useReturn } from './use-return.ts'

interface LoadedProps<T> {
  of: Load<T>
  /** Shown until the first answer. */
  bones?: ComponentChildren
  /** It is what the page is about: its age is told as soon as the phone is offline. So it is of all that is live. */
  isMain?: boolean
  children: (data: T) => ComponentChildren
}

/**
 * What was loaded, with its age when it could not be renewed; before that bones, or why not and a way to try again. It
 * is renewed when one comes back to it, unless it is live and sees to that itself.
 */
export function Loaded<T>({
  of: { data, state, refusal, status, at, isLive, reload },
  bones,
  isMain = isLive,
  children,
}: LoadedProps<T>) {
  const isOffline = useOffline()
  useReturn(isLive ? rest : reload)
  if (data === null) {
    return state === 'failed' ? (
      <ErrorView text={refusal} status={status} onRetry={reload} />
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

function rest() {}
