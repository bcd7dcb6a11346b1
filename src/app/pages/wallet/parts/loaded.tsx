import type { ComponentChildren } from 'preact'
import { Stale, useOffline } from '../../../ui/stale.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'
import type { Load } from '../../../use-load.ts'

export interface LoadedProps<T> {
  of: Load<T>
  /** Shown until the first answer. */
  bones?: ComponentChildren
  children: (data: T) => ComponentChildren
}

/** What was loaded, with its age when it could not be renewed; before that bones, or why not and a way to try again. */
export function Loaded<T>({ of: { data, state, refusal, reload, at }, bones, children }: LoadedProps<T>) {
  const isOffline = useOffline()
  if (data === null && state === 'failed') return <ErrorView text={refusal ?? undefined} onRetry={reload} />
  if (data === null) return <>{bones ?? <Skeleton rows={5} />}</>
  return (
    <>
      {(state === 'failed' || isOffline) && <Stale at={at} text={refusal} onRetry={reload} />}
      {children(data)}
    </>
  )
}
