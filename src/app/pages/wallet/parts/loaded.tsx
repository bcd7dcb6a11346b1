import type { ComponentChildren } from 'preact'
import { t } from '../../../state/locale.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'
import { when } from '../../../ui/when.ts'
import type { Load } from '../../../use-load.ts'

export interface LoadedProps<T> {
  of: Load<T> & { at?: Date | null }
  /** Shown until the first answer. */
  bones?: ComponentChildren
  children: (data: T) => ComponentChildren
}

/** What was loaded, with its age when it could not be renewed; before that bones, or why not and a way to try again. */
export function Loaded<T>({ of: { data, state, refusal, reload, at }, bones, children }: LoadedProps<T>) {
  if (data === null && state === 'failed') return <ErrorView text={refusal ?? undefined} onRetry={reload} />
  if (data === null) return <>{bones ?? <Skeleton rows={5} />}</>
  const stale = at ? t('wallet.staleAt', { time: when(at) }) : t('wallet.stale')
  return (
    <>
      {state === 'failed' && (
        <Notice
          tone="warn"
          text={refusal ?? stale}
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
