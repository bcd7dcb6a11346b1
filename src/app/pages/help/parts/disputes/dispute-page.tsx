import { css } from 'goober'
import { useState } from 'react'
import { type Dispute, disputeTerms } from '../../../../../contract/dispute.ts'
import { date } from '../../../../display/calendar.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { DisputeForm } from './dispute-form.tsx'
import { DisputeView } from './dispute-view.tsx'
import { isOver, type Terms, troubleText } from './dispute-words.ts'

const lookEveryMs = 10_000

/** The dispute of a purchase: how it stands, or the form that opens one, or why there is none to open. */
export function DisputePage({ billId }: { billId: string }) {
  const { data, state, refusal, status, reload } = useLoad(disputeTerms, { billId })
  const [renewed, renew] = useState<Dispute | null>(null)
  usePoll(async () => {
    if (data) reload()
    return lookEveryMs
  }, billId)
  if (!data && state === 'loading') return <Skeleton rows={4} />
  if (!data) return <ErrorView text={refusal} status={status} onRetry={reload} />
  const isNewer = renewed !== null && renewed.updateTime >= (data.dispute?.updateTime ?? '')
  return <Known terms={data} dispute={isNewer ? renewed : data.dispute} onChange={renew} />
}

interface KnownProps {
  terms: Terms
  dispute: Dispute | null
  onChange: (dispute: Dispute) => void
}

function Known({ terms, dispute, onChange }: KnownProps) {
  const [isAgain, again] = useState<string | null>(null)
  const canOpen = terms.trouble === null
  if (dispute && isAgain !== dispute.id) {
    return (
      <DisputeView dispute={dispute} onChange={onChange}>
        {canOpen && isOver(dispute) && (
          <Button kind="plain" onPress={() => again(dispute.id)}>
            {t('dispute.again')}
          </Button>
        )}
      </DisputeView>
    )
  }
  return (
    <div class={box}>
      <About terms={terms} />
      {terms.trouble ? (
        <>
          <Notice tone="info" text={troubleText(terms.trouble)} />
          <Button kind="plain" href={link('feedback', { refType: 'bill', refId: terms.billId })}>
            {t('dispute.feedback')}
          </Button>
        </>
      ) : (
        <DisputeForm terms={terms} onOpened={onChange} />
      )}
    </div>
  )
}

function About({ terms: { billId, merchant, last4, max, currency, until, trouble } }: { terms: Terms }) {
  return (
    <header>
      <h2>
        <Money exact amount={max} currency={currency} />
      </h2>
      <p>{t('dispute.about', { merchant, last4 })}</p>
      <a href={link('bill', { id: billId })}>{t('dispute.bill')}</a>
      {until && !trouble && <p class="cap">{t('dispute.until', { date: date(until) })}</p>}
    </header>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  & h2 {
    font-size: 1.25rem;
    overflow-wrap: anywhere;
  }
  & header a {
    display: inline-grid;
    align-items: center;
    min-height: 44px;
    color: var(--accent);
    font-weight: 600;
  }
`
