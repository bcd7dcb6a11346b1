import { t } from '../state/locale.ts'
import { Page } from '../ui/page.tsx'
import { ErrorView } from '../ui/states.tsx'

/** Stands in for a page that could not be loaded. */
export function failedPage(retry: () => void) {
  return () => (
    <Page title={t('state.failedTitle')}>
      <ErrorView text={t('state.broken')} onRetry={retry} />
    </Page>
  )
}
