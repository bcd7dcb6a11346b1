import type { ComponentChildren } from 'preact'
import { useEffect } from 'react'
import { t } from '../../../state/locale.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'
import type { Load } from '../../../use-load.ts'

export interface LoadedProps<T> {
  of: Load<T>
  /** Shown until the first answer. */
  bones?: ComponentChildren
  children: (data: T) => ComponentChildren
}

/** What was loaded; before that bones, or why not and a way to try again. Renews itself when one comes back to it. */
export function Loaded<T>({ of: { data, state, refusal, reload }, bones, children }: LoadedProps<T>) {
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
      {state === 'failed' && (
        <Notice
          tone="warn"
          text={refusal ?? t('card.stale')}
          action={
            <button type="button" onClick={reload}>
              {t('state.retry')}
            </button>
          }
        />
      )}
      {children(data)}
    </>
  )
}
