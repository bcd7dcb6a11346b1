import { t } from '../../../state/locale.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { Empty, ErrorView, Skeleton } from '../../../ui/states.tsx'
import { whenInside } from '../../../ui/when.ts'
import { useParam } from './param.ts'

/** What operators tell everybody at present, and since when: the bar above the pages leads here. */
export function IncidentPage() {
  const { state, data, refusal, status, reload } = useParam('app/incident')
  return (
    <Page title={t('help.incident')}>
      {state === 'failed' && <ErrorView text={refusal} status={status} onRetry={reload} />}
      {state === 'loading' && !data && <Skeleton rows={2} />}
      {state === 'ready' && !data && <Empty icon="circle-check" text={t('help.incident.none')} />}
      {data && (
        <>
          <Notice tone="warn" text={data.text} />
          <p class="cap">{t('help.incident.since', { time: whenInside(data.since) })}</p>
        </>
      )}
    </Page>
  )
}
