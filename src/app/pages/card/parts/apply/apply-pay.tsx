import { useEffect, useState } from 'react'
import { type Application, payApply } from '../../../../../contract/application.ts'
import { masterBudgetBalance } from '../../../../../contract/wallet.ts'
import { decide, undecided } from '../../../../decision/decision.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { UnknownPage } from '../../../../decision/unknown-page.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { depositMend, isUnknown, type Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { dots } from '../../../../ui/dots.ts'
import { kindName } from '../../../../ui/kind-name.ts'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Summary, type SummaryItem } from '../../../../ui/summary.tsx'
import { isMore, isZero, less } from '../reckon.ts'
import { missingText } from '../trouble.ts'
import { ApplyCancel } from './apply-cancel.tsx'
import { ApplySteps } from './apply-steps.tsx'
import { applyTrouble } from './apply-words.ts'
import type { Applied } from './use-application.ts'

/** Step 2: what is paid for, and the PIN. Without an answer it stays open until there is one. */
export function ApplyPay({ of, record }: { of: Applied; record: Application }) {
  const { id, total, cardId, can } = record
  const wallet = useLoad(masterBudgetBalance, {}).data?.available ?? null
  const { open, look, isAsking, setAsking, trouble, send, take } = usePayment(of, record)
  const isBack = record.status === 'returned'
  const isNew = useNewTotal(id, total)
  const editHref = link('makeCard', { cardId, id, step: 1 })
  const pay = t('card.pay.button', { amount: usdt(total) })
  const lack = wallet !== null && isMore(total, wallet) ? less(total, wallet) : null

  if (open) {
    return (
      <UnknownPage
        title={t('card.pay.title')}
        items={[
          kindOf(record),
          addressOf(record),
          {
            label: t('card.total'),
            value: <Money exact amount={open.total ?? total} currency="USDT" />,
            isTotal: true,
          },
        ]}
        requestId={open.requestId}
        ask={send}
        onAnswer={take}
        onDropped={look}
      />
    )
  }
  return (
    <Page
      title={t('card.pay.title')}
      footer={
        !can.includes('pay') ? (
          <Button href={editHref}>{t('physical.address.other')}</Button>
        ) : lack ? (
          <Button href={depositMend(lack).href}>{depositMend(lack).label}</Button>
        ) : (
          <Button onPress={() => setAsking(true)}>{pay}</Button>
        )
      }
    >
      <ApplySteps now={2} />
      <Notice
        tone="warn"
        text={isNew && !trouble ? t('physical.pay.changed', { total: usdt(total) }) : null}
      />
      <TroubleNotice trouble={trouble} retry={pay} onRetry={() => setAsking(true)} />
      <Notice text={can.includes('pay') ? null : t('physical.address.gone')} />
      <Notice tone="warn" text={lack && missingText(lack)} />
      <Paid record={record} wallet={wallet} />
      {record.isReplacement && <p class="cap">{t('physical.replace.free')}</p>}
      <p class="cap">{t(isBack ? 'physical.pay.backReturned' : 'physical.pay.back')}</p>
      {can.includes('edit') && (
        <Button kind="plain" href={editHref}>
          {t(isBack ? 'physical.editAddress' : 'physical.edit')}
        </Button>
      )}
      {can.includes('cancel') && <ApplyCancel of={of} record={record} />}
      <Sheet isOpen={isAsking} title={t('pin.title')} onClose={() => setAsking(false)}>
        <PinAsk movesMoney label={t('pin.label')} confirm={pay} ask={send} onAnswer={take} />
      </Sheet>
    </Page>
  )
}

/** The decision to pay: one key until there is a definite answer. */
function usePayment(of: Applied, { id, total, cardId }: Application) {
  const [isAsking, setAsking] = useState(false)
  const go = fromHere()
  const sent = () => undecided(payApply).find(each => each.id === id)
  const [open, setOpen] = useState(sent)
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  function send(pin: string) {
    return decide(payApply, { id, total, ...open, pin })
  }

  function take(reply: Awaited<ReturnType<typeof send>>) {
    setAsking(false)
    setOpen(sent())
    if (reply.ok) {
      go('makeCard', { cardId, id }, { replace: true })
      return of.take(reply.data)
    }
    if (isUnknown(reply)) return
    setTrouble(
      reply.key === 'quote_expired'
        ? { text: t('physical.pay.expired'), mend: null }
        : applyTrouble(reply, { cardId }),
    )
    if (reply.key === 'quote_expired' || reply.key === 'apply_failed') of.reload()
  }

  return { open, look: () => setOpen(sent), isAsking, setAsking, trouble, send, take }
}

function Paid({ record, wallet }: { record: Application; wallet: string | null }) {
  const { embossName, makingFee, mailingFee, total } = record
  return (
    <Summary
      label={t('card.pay.summary')}
      items={[
        kindOf(record),
        { label: t('physical.emboss'), value: embossName.toUpperCase() },
        addressOf(record),
        { label: t('physical.mailing'), value: usdt(mailingFee) },
        !isZero(makingFee) && { label: t('physical.making'), value: usdt(makingFee) },
        { label: t('card.total'), value: usdt(total), isTotal: true },
        wallet !== null &&
          !isMore(total, wallet) && {
            label: t('card.move.walletLeft'),
            value: <Money amount={less(wallet, total)} currency="USDT" />,
          },
      ]}
    />
  )
}

function kindOf({ cardTypeName, material }: Application): SummaryItem {
  const name = kindName(cardTypeName)
  return { label: t('card.kind'), value: material === 'metal' ? dots(name, t('cardFace.metal')) : name }
}

function addressOf({ address }: Application): SummaryItem {
  return {
    label: t('physical.address'),
    value: <span style="white-space:pre-line">{address.join('\n')}</span>,
  }
}

let shown: { id: string; total: string } | null = null

/** Whether this is another total than the one this application was shown with before. */
function useNewTotal(id: string, total: string): boolean {
  const [isNew] = useState(() => shown?.id === id && shown.total !== total)
  useEffect(() => {
    shown = { id, total }
  }, [id, total])
  return isNew
}

function usdt(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}
