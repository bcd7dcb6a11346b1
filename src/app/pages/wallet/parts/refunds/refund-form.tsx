import { css } from 'goober'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { amount as amountRule, lineOrNoneOf } from '../../../../../contract/field.ts'
import { format, parse } from '../../../../../contract/money.ts'
import { refundDays } from '../../../../../contract/promises.ts'
import { changeRefundWatch, type RefundWatch, watchRefund } from '../../../../../contract/refund.ts'
import { newRequestId } from '../../../../decision/request-id.ts'
import { dayBy } from '../../../../display/calendar.ts'
import { keepDraft } from '../../../../forms/draft.ts'
import { useForm } from '../../../../forms/form.ts'
import { typedAmount } from '../../../../forms/typed-amount.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Select } from '../../../../ui/select.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { dayText, isAboutDay, refundRefusal, type Terms } from './refund-words.ts'

const ahead = [3, 7, 14, 30, 60]

interface RefundFormProps {
  terms: Terms
  /** What is changed; without it, waiting begins. */
  watch?: RefundWatch
  onDone: () => void
}

/** How much is expected, by what day, and a word to oneself. */
export function RefundForm({ terms, watch, onDone }: RefundFormProps) {
  const { from, currency } = terms
  const draft = `refund ${watch?.id ?? terms.billId}`
  const [least, most] = bounds(terms, watch)
  const day = watch && watch.by >= from ? watch.by : (terms.offered ?? from)
  const form = useForm(
    { amount: amountIn(least, most), by: z.string(), note: lineOrNoneOf(140) },
    { amount: typedAmount(watch?.amount ?? format(most, 'USD')), by: day, note: watch?.note ?? '' },
    draft,
  )
  // The same words carry the same key, so that silence is asked about and not said twice.
  const sent = useRef({ words: '', requestId: '' })

  const atMost = t('refund.amount.max', {
    max: ownAmount({ amount: format(most, 'USD'), currency, exact: true }),
  })
  const isTooMuch = form.field('amount').error && (parse(form.values.amount, 'USD') ?? 0n) > most

  const submit = form.submit(async values => {
    const words = JSON.stringify(values)
    if (sent.current.words !== words) sent.current = { words, requestId: newRequestId() }
    const { requestId } = sent.current
    const reply = watch
      ? await send(changeRefundWatch, { id: watch.id, ...values })
      : await send(watchRefund, { billId: terms.billId, ...values, requestId })
    if (!reply.ok) {
      feel('error')
      if (isAboutDay(reply)) return form.blame('by', t('field.date'))
      return form.refuse(refundRefusal(reply))
    }
    keepDraft(draft, null)
    feel('success')
    toast(t(watch ? 'refund.changed' : 'refund.set'))
    onDone()
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <Field
        label={t('refund.amount')}
        inputMode="decimal"
        autoComplete="off"
        hint={atMost}
        {...form.field('amount')}
        {...(isTooMuch && { error: atMost })}
      />
      <Select
        label={t('refund.by')}
        value={form.values.by}
        options={daysOf(terms, form.values.by)}
        onChange={by => form.set('by', by)}
        hint={t('refund.by.hint', refundDays)}
        error={form.field('by').error}
      />
      <Field
        label={t('refund.note')}
        placeholder={t('refund.note.example')}
        hint={t('refund.note.hint')}
        maxLength={140}
        autoComplete="off"
        isOptional
        {...form.field('note')}
      />
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy}>
        {t(watch ? 'refund.save' : 'refund.start')}
      </Button>
    </form>
  )
}

/** What can be expected in all: more than has come, and no more than that and what is left of the purchase. */
function bounds({ left }: Terms, watch?: RefundWatch): [bigint, bigint] {
  const arrivedMinor = parse(watch?.arrived ?? '0', 'USD') ?? 0n
  return [arrivedMinor + 1n, arrivedMinor + (parse(left, 'USD') ?? 0n)]
}

function amountIn(least: bigint, most: bigint) {
  return amountRule.check(
    z.refine(
      text => {
        const minor = parse(text, 'USD')
        return minor !== null && minor >= least && minor <= most
      },
      { error: 'amount' },
    ),
  )
}

/** Days that can be chosen, with how far away they are; the one that stands there is among them. */
function daysOf({ from, latest }: Terms, chosen: string) {
  const last = latest ?? from
  const near = ahead.map(days => ({ days, day: dayBy(from, days) })).filter(({ day }) => day < last)
  const options = [
    ...near.map(({ days, day }) => ({ value: day, label: t('refund.by.in', { date: dayText(day), days }) })),
    { value: last, label: t('refund.by.last', { date: dayText(last) }) },
  ]
  const isThere = options.some(({ value }) => value === chosen)
  return isThere ? options : [{ value: chosen, label: dayText(chosen) }, ...options]
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
`
