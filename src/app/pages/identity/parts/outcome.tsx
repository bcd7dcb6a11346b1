import { useRef } from 'react'
import { dateTime } from '../../../display/calendar.ts'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Result } from '../../../ui/seal.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { Findings } from './findings.tsx'
import { ProfileSummary } from './profile/profile-summary.tsx'
import { Restart } from './restart.tsx'
import { StatusCard } from './status-card.tsx'
import type { CertStatus, Kyc } from './use-kyc.ts'
import { wayOn } from './way.ts'
import { Why } from './why.tsx'

interface OutcomeProps {
  kyc: Kyc | null
  /** Where somebody came from and goes back to. */
  back: string | undefined
  onEdit: () => void
}

/** How the verification stands, what happens next, and the one button for it. */
export function Outcome({ kyc, back, onEdit }: OutcomeProps) {
  const status = kyc?.certStatus ?? 'none'
  const wasPending = useRef(false)
  if (status === 'pending') wasPending.current = true
  const isNews = wasPending.current && status === 'approved'
  return (
    <Page title={t('identity.kyc.title')} footer={<Ways kyc={kyc} back={back} onEdit={onEdit} />}>
      {isNews ? (
        <Result state="done" title={t('identity.status.approved')}>
          <p>{t('identity.status.approvedText')}</p>
        </Result>
      ) : (
        <StatusCard status={status} reason={kyc?.reason} />
      )}
      {status === 'none' && <Why />}
      {kyc && (isOpen(status) || status === 'pending') && <Findings kyc={kyc} back={back} />}
      {status === 'pending' && <Review submittedAt={kyc?.submittedAt} />}
      {kyc?.profile && <ProfileSummary of={kyc} profile={kyc.profile} />}
      {status === 'approved' && <p class="cap">{t('identity.fixed')}</p>}
    </Page>
  )
}

/** The customer can still send pictures. */
function isOpen(status: CertStatus): boolean {
  return status === 'draft' || status === 'need_more'
}

function Review({ submittedAt }: { submittedAt: string | null | undefined }) {
  return (
    <Steps
      steps={[
        {
          label: t('identity.review.sent'),
          state: 'done',
          note: submittedAt ? dateTime(submittedAt) : undefined,
        },
        { label: t('identity.review.now'), state: 'now', note: t('identity.review.nowNote') },
        { label: t('identity.review.end'), state: 'next', note: t('identity.review.endNote') },
      ]}
    />
  )
}

function Ways({ kyc, back, onEdit }: OutcomeProps) {
  const onward = back ? `#${back}` : null
  switch (kyc?.certStatus) {
    case undefined:
      return <Button href={link('idAuthNew', { back })}>{t('identity.start')}</Button>
    case 'draft':
    case 'need_more':
      return (
        <>
          <Button href={wayOn(kyc, back)}>
            {t(kyc.certStatus === 'draft' ? 'identity.goOn' : 'identity.sendMore')}
          </Button>
          <Button kind="plain" onPress={onEdit}>
            {t('identity.edit')}
          </Button>
          {kyc.certStatus === 'draft' && <Restart back={back} />}
        </>
      )
    case 'reject':
    case 'expired':
      return (
        <Button href={link('idAuthNew', { restart: 1, back })}>
          {t(kyc.certStatus === 'expired' ? 'identity.renew' : 'identity.again')}
        </Button>
      )
    case 'pending':
      return (
        <Button kind="plain" href={onward ?? link('index')}>
          {t(onward ? 'identity.back' : 'identity.home')}
        </Button>
      )
    case 'approved':
      return (
        <Button href={onward ?? link('cardTypeList')}>
          {t(onward ? 'identity.onward' : 'identity.openCard')}
        </Button>
      )
  }
}
