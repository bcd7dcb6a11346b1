import type { Application } from '../../../contract/application.ts'
import { later } from '../../chunks/later.tsx'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorView, Skeleton } from '../../ui/states.tsx'
import { type Applied, useApplication } from './parts/apply/use-application.ts'
import { Spoken } from './parts/spoken.tsx'

const ApplyFrom = later(() => import('./parts/apply/apply-from.tsx').then(part => part.ApplyFrom))
const ApplyForm = later(() => import('./parts/apply/apply-form.tsx').then(part => part.ApplyForm))
const ApplyHolder = later(() => import('./parts/apply/apply-holder.tsx').then(part => part.ApplyHolder))
const ApplyPay = later(() => import('./parts/apply/apply-pay.tsx').then(part => part.ApplyPay))
const ApplyProgress = later(() => import('./parts/apply/apply-progress.tsx').then(part => part.ApplyProgress))

/** A physical card: fill in, pay, follow it home. Goes on wherever the application stands. */
export default function MakeCard({ query }: PageProps) {
  const isMember = useMember() !== null
  return (
    <Spoken title={t('card.physical')}>
      {() => isMember && (query.cardId || query.id ? <Resumed query={query} /> : <ApplyFrom query={query} />)}
    </Spoken>
  )
}

function Resumed({ query }: PageProps) {
  const application = useApplication(query)
  const { record, state, refusal, status, reload } = application
  if (record === undefined || (record === null && !query.cardId)) {
    return (
      <Page title={t('card.physical')}>
        {record === null ? (
          <Button href={link('cardList')}>{t('card.list')}</Button>
        ) : state === 'failed' ? (
          <ErrorView text={refusal} status={status} onRetry={reload} />
        ) : (
          <Skeleton rows={5} />
        )}
      </Page>
    )
  }
  return <Stage of={application} record={record} query={query} />
}

function Stage({ of, record, query }: PageProps & { of: Applied; record: Application | null }) {
  const stage = stageOf(record, query)
  if (!record || stage === 'new')
    return (
      <ApplyForm
        of={of}
        record={null}
        replaces={record?.can.includes('replace') ? record : null}
        query={{ ...query, cardId: record?.cardId ?? query.cardId }}
      />
    )
  const { id } = record
  if (stage === 'fill') return <ApplyForm key={id} of={of} record={record} query={query} />
  if (stage === 'holder') return <ApplyHolder key={id} of={of} record={record} holder={query.cardHolderId} />
  if (stage === 'pay') return <ApplyPay key={`${id} ${record.total}`} of={of} record={record} />
  return <ApplyProgress of={of} record={record} />
}

type Step = 'new' | 'fill' | 'holder' | 'pay' | 'progress'

/** Which of its steps an application is at, or goes back to (`step`). */
function stageOf(record: Application | null, { id, step }: PageProps['query']): Step {
  if (!record) return 'new'
  const { status, can } = record
  const isOver = can.includes('again') || /^(cancelled|fail|ended)$/.test(status)
  if (isOver && (step === '1' || (status === 'cancelled' && !id))) return 'new'
  if (status === 'draft' || (step === '1' && can.includes('edit'))) return 'fill'
  if (status === 'holder_pending') return 'holder'
  return status === 'wait_pay' || (step === '2' && can.includes('pay')) ? 'pay' : 'progress'
}
