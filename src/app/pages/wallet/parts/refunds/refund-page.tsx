import { css } from 'goober'
import { refundTerms } from '../../../../../contract/refund.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { RefundForm } from './refund-form.tsx'
import { RefundView } from './refund-view.tsx'
import type { Terms } from './refund-words.ts'

/** The refund of one purchase: how the waiting stands, the form that begins it, or why there is nothing to wait for. */
export function RefundPage({ billId }: { billId: string }) {
  const loaded = useLoad(refundTerms, { billId })
  return (
    <Loaded of={loaded} bones={<Skeleton rows={4} />}>
      {terms => (
        <div class={box}>
          <Known terms={terms} onChange={loaded.reload} />
          <Button kind="quiet" href={link('bill', { refund: 'list' })}>
            {t('refund.all')}
          </Button>
        </div>
      )}
    </Loaded>
  )
}

function Known({ terms, onChange }: { terms: Terms; onChange: () => void }) {
  const { watch, trouble } = terms
  if (watch?.status === 'open') return <RefundView watch={watch} terms={terms} onChange={onChange} />
  return (
    <>
      {watch?.status === 'arrived' && <Notice tone="pos" text={t('refund.arrived')} />}
      <header>
        <h2>
          <Money exact amount={terms.left} currency={terms.currency} />
        </h2>
        <p>{t('refund.about', { merchant: terms.merchant, last4: terms.last4 })}</p>
        <a href={link('bill', { id: terms.billId })}>{t('refund.bill')}</a>
      </header>
      {trouble ? (
        <WhyNot trouble={trouble} billId={terms.billId} />
      ) : (
        <>
          <p class="cap">{t('refund.what')}</p>
          <RefundForm key="new" terms={terms} onDone={onChange} />
        </>
      )}
    </>
  )
}

function WhyNot({ trouble, billId }: { trouble: NonNullable<Terms['trouble']>; billId: string }) {
  const leads = trouble === 'disputed' || trouble === 'too_late'
  return (
    <Notice
      tone="info"
      text={t(`refund.trouble.${trouble}`)}
      action={leads && <a href={link('feedback', { dispute: billId })}>{t('refund.toDispute')}</a>}
    />
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
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
