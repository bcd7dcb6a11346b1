import { link } from '../routing/hash-location.tsx'
import { t } from '../state/locale.ts'
import { Notice } from '../ui/notice.tsx'
import type { Trouble } from './trouble.ts'

/** Words and a way out in place. Renders nothing when there is no trouble. */
export function TroubleNotice({
  trouble,
  onRetry,
  retry,
}: {
  trouble: Trouble | null
  onRetry?: () => void
  retry?: string
}) {
  if (!trouble) return null
  const action = trouble.mend ? (
    <a href={trouble.mend.href}>{trouble.mend.label}</a>
  ) : (
    onRetry && (
      <button type="button" onClick={onRetry}>
        {retry}
      </button>
    )
  )
  return (
    <Notice
      text={trouble.text}
      action={
        <>
          {action}
          <Why of={trouble.why} />
        </>
      }
    />
  )
}

/** The way to the answer that explains it. */
export function Why({ of }: { of: string | undefined }) {
  return of ? <a href={link('questionAndAnswer', { q: of })}>{t('mend.why')}</a> : null
}
