import type { ComponentChildren } from 'preact'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { stack } from '../../../ui/stack.ts'
import { Stale } from '../../../ui/stale.tsx'
import { Empty, ErrorView, Skeleton } from '../../../ui/states.tsx'
import type { Message } from './kinds.ts'
import type { useMessages } from './use-messages.ts'

export interface ShelfViewProps {
  of: ReturnType<typeof useMessages>
  empty: string
  children: (rows: Message[]) => ComponentChildren
}

/** A list of messages in all its states. */
export function ShelfView({ of, empty, children }: ShelfViewProps) {
  const { rows, total, at, failure, isBusy, reload, loadMore } = of
  if (!rows) {
    if (!failure) return <Skeleton rows={6} />
    return <ErrorView text={failure.text} status={failure.status} onRetry={reload} />
  }
  return (
    <div class={stack}>
      {failure && <Stale at={at} text={failure.text} onRetry={reload} />}
      {rows.length === 0 ? <Empty icon="inbox" text={empty} /> : children(rows)}
      {rows.length < total && (
        <Button kind="plain" isBusy={isBusy} onPress={loadMore}>
          {t('messages.more')}
        </Button>
      )}
    </div>
  )
}
