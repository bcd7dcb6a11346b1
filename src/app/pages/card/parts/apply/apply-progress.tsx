import { getMailingCost } from '../../../../../contract/address.ts'
import { type Application, finishApply, restartApplyCard } from '../../../../../contract/application.ts'
import { approveDays, shipDays } from '../../../../../contract/promises.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { go, link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Stale } from '../../../../ui/stale.tsx'
import { Steps } from '../../../../ui/steps.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { isZero } from '../reckon.ts'
import { Tracking } from '../tracking.tsx'
import { ApplyBars } from './apply-bars.tsx'
import { ApplyCancel } from './apply-cancel.tsx'
import { ApplySteps } from './apply-steps.tsx'
import { applyStepsOf } from './apply-timeline.ts'
import { reasonText } from './apply-words.ts'
import type { Applied } from './use-application.ts'
import { useApplyCall } from './use-apply-call.ts'

/** Step 3: how far the card is, like a parcel, and what can be done about it now. */
export function ApplyProgress({ of, record }: { of: Applied; record: Application }) {
  const { status, tracking } = record
  return (
    <Page title={t('card.physical')} footer={<Ways of={of} record={record} />}>
      {status === 'ended' ? (
        <Gone record={record} />
      ) : status === 'fail' || status === 'cancelled' ? (
        <Ended record={record} />
      ) : (
        <Going record={record} />
      )}
      {of.state === 'failed' && <Stale at={of.at} onRetry={of.reload} />}
      {/^(applying|making|shipped)$/.test(status) ? (
        <Coming record={record} />
      ) : (
        status !== 'cancelled' && <Steps steps={applyStepsOf(record)} />
      )}
      {(status === 'applying' || status === 'making') && <ApplyBars record={record} />}
      {tracking && <Tracking of={tracking} />}
      <Section title={t('physical.what')}>
        <What record={record} />
      </Section>
      {record.can.includes('cancel') && (
        <>
          <p class="cap">{t('physical.cancel.until')}</p>
          <ApplyCancel of={of} record={record} />
        </>
      )}
    </Page>
  )
}

/** The steps of a card that is still to come, with how long its parcel will take. */
function Coming({ record }: { record: Application }) {
  const { data } = useLoad(getMailingCost, { country: record.country })
  const mailing = data && t('physical.days', { carrier: data.carrier, min: data.days[0], max: data.days[1] })
  return <Steps steps={applyStepsOf(record, mailing ?? undefined)} />
}

const signs = { success: 'done', returned: 'failed' } as const

function Going({ record: { status, reason, can } }: { record: Application }) {
  const isActive = status === 'success' && !can.includes('activate')
  const next = can.includes('again') ? 'over' : isActive ? 'active' : (status as 'making')
  const days = status === 'applying' ? approveDays : shipDays
  return (
    <>
      <ApplySteps now={3} />
      <Result state={signs[status as 'success'] ?? 'processing'} title={t(`card.applied.${status}`)}>
        <p>{t(`physical.next.${next}`, { days })}</p>
        {status === 'returned' && reason && <p>{reasonText(reason)}</p>}
      </Result>
    </>
  )
}

/** The card was lost or closed on its way: what another costs. */
function Gone({ record: { reason, can } }: { record: Application }) {
  const isLost = reason === 'lost' || reason === 'stolen'
  return (
    <Result state="failed" title={t('card.applied.ended')}>
      <p>{t(isLost ? 'physical.ended.lost' : 'physical.ended.over')}</p>
      {can.includes('replace') && <p>{t('physical.replace.free')}</p>}
    </Result>
  )
}

function Ended({ record: { status, reason, payTime, total } }: { record: Application }) {
  return (
    <Result state="failed" title={t(`card.applied.${status}`)}>
      {status === 'fail' && <p>{reasonText(reason)}</p>}
      {payTime ? (
        <p>
          {t('card.opening.refunded', { amount: usdt(total) })}{' '}
          <a href={link('bill')}>{t('card.arrival.bill')}</a>
        </p>
      ) : (
        <p>{t('physical.unpaid')}</p>
      )}
    </Result>
  )
}

function What({ record: { embossName, address, mailingFee, makingFee, total } }: { record: Application }) {
  return (
    <Summary
      items={[
        { label: t('physical.emboss'), value: embossName.toUpperCase() },
        {
          label: t('physical.address'),
          value: <span style="white-space:pre-line">{address.join('\n')}</span>,
        },
        { label: t('physical.mailing'), value: usdt(mailingFee) },
        !isZero(makingFee) && { label: t('physical.making'), value: usdt(makingFee) },
        { label: t('card.total'), value: usdt(total), isTotal: true },
      ]}
    />
  )
}

function Ways({ of, record }: { of: Applied; record: Application }) {
  const { id, cardId, physicalCardId, can, status } = record
  const { run, isBusy, trouble } = useApplyCall(of)
  const isUnused =
    physicalCardId && (status === 'shipped' || status === 'returned' || can.includes('activate'))
  return (
    <>
      <TroubleNotice trouble={trouble} />
      {can.includes('activate') && physicalCardId && (
        <Button onPress={() => go('activateCard', { id: physicalCardId }, { replace: true })}>
          {t('card.activate')}
        </Button>
      )}
      {can.includes('finish') && (
        <Button isBusy={isBusy} onPress={() => run(finishApply, { id })}>
          {t('physical.finish')}
        </Button>
      )}
      {can.includes('restart') && (
        <Button isBusy={isBusy} onPress={() => run(restartApplyCard, { id })}>
          {t('physical.restart')}
        </Button>
      )}
      {can.includes('pay') && (
        <Button href={link('makeCard', { cardId, id, step: 2 })}>{t('physical.payAgain')}</Button>
      )}
      {can.includes('edit') && (
        <Button kind="plain" href={link('makeCard', { cardId, id, step: 1 })}>
          {t(status === 'returned' ? 'physical.editAddress' : 'physical.edit')}
        </Button>
      )}
      {status === 'success' && !can.includes('activate') && physicalCardId && (
        <Button href={link('cardDetail', { id: physicalCardId })}>{t('card.seeCard')}</Button>
      )}
      {can.includes('replace') && (
        <Button href={link('makeCard', { cardId, step: 1 })}>{t('physical.replace')}</Button>
      )}
      {isUnused && (
        <Button kind="quiet" href={link('cardDetail', { id: physicalCardId, open: 'lost' })}>
          {t('physical.lost')}
        </Button>
      )}
      {(can.includes('again') ||
        status === 'cancelled' ||
        (status === 'ended' && !can.includes('replace'))) && (
        <Button kind="quiet" href={link('makeCard', { cardId, step: 1 })}>
          {t('physical.another')}
        </Button>
      )}
    </>
  )
}

function usdt(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}
