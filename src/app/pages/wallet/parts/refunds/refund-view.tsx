import { css } from 'goober'
import { useState } from 'react'
import { dropRefundWatch, type RefundWatch } from '../../../../../contract/refund.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { RefundForm } from './refund-form.tsx'
import { dayText, leftText, refundRefusal, type Terms, toneOf } from './refund-words.ts'

interface RefundViewProps {
  watch: RefundWatch
  terms: Terms
  onChange: () => void
}

/** A refund that is waited for: what is still out, until when, and what can be done, the more once it is late. */
export function RefundView({ watch, terms, onChange }: RefundViewProps) {
  const { merchant, last4, amount, arrived, left, currency, by, note, isLate, billId } = watch
  const [isChanging, change] = useState(false)
  const canWait = terms.latest !== null
  return (
    <div class={box}>
      <header>
        <Chip tone={toneOf(watch)}>{leftText(watch)}</Chip>
        <strong>
          <Money exact amount={left} currency={currency} />
        </strong>
        <span>{t('refund.about', { merchant, last4 })}</span>
        <a href={link('bill', { id: billId })}>{t('refund.bill')}</a>
      </header>
      {isLate && <Notice tone="warn" text={t(canWait ? 'refund.late.text' : 'refund.late.over')} />}
      <Summary
        items={[
          { label: t('refund.expected'), value: <Money exact amount={amount} currency={currency} /> },
          {
            label: t('refund.came'),
            value: /[1-9]/.test(arrived) && <Money exact amount={arrived} currency={currency} />,
          },
          { label: t('refund.until'), value: dayText(by) },
          { label: t('refund.note.mine'), value: note },
        ]}
      />
      {isLate && (
        <Button kind={isChanging ? 'plain' : 'primary'} href={link('feedback', { dispute: billId })}>
          {t('refund.dispute')}
        </Button>
      )}
      {isChanging ? (
        <>
          {/* biome-ignore lint/a11y/noAutofocus: what was pressed for it is gone */}
          <h2 tabIndex={-1} autoFocus>
            {t(isLate ? 'refund.more' : 'refund.change')}
          </h2>
          <RefundForm
            terms={terms}
            watch={watch}
            onDone={() => {
              change(false)
              onChange()
            }}
          />
        </>
      ) : (
        canWait && (
          <Button kind="plain" onPress={() => change(true)}>
            {t(isLate ? 'refund.more' : 'refund.change')}
          </Button>
        )
      )}
      <Drop id={watch.id} onDone={onChange} />
    </div>
  )
}

function Drop({ id, onDone }: { id: string; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, tell] = useState<string | null>(null)

  async function drop() {
    setBusy(true)
    tell(null)
    const reply = await send(dropRefundWatch, { id })
    setBusy(false)
    if (!reply.ok) return tell(refundRefusal(reply))
    feel('medium')
    toast(t('refund.dropped'))
    onDone()
  }

  return (
    <>
      <Notice text={trouble} />
      <Button kind="quiet" isBusy={isBusy} onPress={drop}>
        {t('refund.drop')}
      </Button>
    </>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & header {
    display: grid;
    gap: 6px;
    justify-items: center;
    text-align: center;
    overflow-wrap: anywhere;
  }
  & h2 {
    padding: 8px 4px 0;
    outline: none;
    font-size: 1.0625rem;
  }
  & header a {
    display: grid;
    place-items: center;
    min-width: 44px;
    min-height: 44px;
    margin: -6px 0;
  }
  & header strong {
    font-size: 2rem;
    line-height: 2.375rem;
    font-weight: 600;
  }
`
