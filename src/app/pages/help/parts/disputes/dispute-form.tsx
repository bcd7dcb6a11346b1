import { css } from 'goober'
import * as z from 'zod/mini'
import { type Dispute, type DisputeReason, openDispute } from '../../../../../contract/dispute.ts'
import { amount as amountRule, description } from '../../../../../contract/field.ts'
import { parse } from '../../../../../contract/money.ts'
import { useForm } from '../../../../forms/form.ts'
import { typedAmount } from '../../../../forms/typed-amount.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Select } from '../../../../ui/select.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { usePictures } from '../tickets/pictures.tsx'
import { inPlace, say } from '../tickets/say.ts'
import { CaseTold } from './case-told.tsx'
import { disputeRefusal, type Terms } from './dispute-words.ts'
import { FreezeFirst } from './freeze-first.tsx'

const reasons = ['unknown', 'amount', 'notReceived', 'duplicate', 'noCash', 'cancelled'] as const

/** What is wrong with a purchase. */
export function DisputeForm({ terms, onOpened }: { terms: Terms; onOpened: (opened: Dispute) => void }) {
  const { billId, max, currency, dispute: earlier } = terms
  // What was said in an earlier one is not said again.
  const draft = `dispute ${earlier?.id ?? billId}`
  const form = useForm(
    { reason: reasonRule, amount: amountUpTo(max), description },
    { amount: typedAmount(max) },
    draft,
  )
  const pictures = usePictures()

  const submit = form.submit(async ({ reason, ...values }) => {
    const wanted = {
      billId,
      reason: reason as DisputeReason,
      ...values,
      ...pictures.given,
    }
    const reply = await say(draft, wanted, keyed => send(openDispute, keyed, inPlace))
    if (!reply.ok) return form.refuse(disputeRefusal(reply))
    toast(t('dispute.sent', { number: reply.data.number }))
    onOpened(reply.data)
  })

  const { error } = form.field('reason')
  return (
    <form class={box} onSubmit={submit} noValidate>
      <Select
        label={t('dispute.why')}
        value={form.values.reason}
        options={[
          { value: '', label: t('dispute.why.choose') },
          ...reasons.map(reason => ({ value: reason as string, label: t(`dispute.reason.${reason}`) })),
        ]}
        onChange={reason => form.set('reason', reason)}
        error={error}
      />
      {form.values.reason === 'unknown' && <FreezeFirst cardId={terms.cardOutId} last4={terms.last4} />}
      <Field
        label={t('dispute.amount')}
        inputMode="decimal"
        autoComplete="off"
        hint={t('dispute.amount.max', { max: ownAmount({ amount: max, currency, exact: true }) })}
        {...form.field('amount')}
      />
      <CaseTold
        form={form}
        pictures={pictures}
        label={t('dispute.describe')}
        example={t('dispute.example')}
        rows={5}
        action={t('dispute.send')}
      />
    </form>
  )
}

const reasonRule = z.enum(reasons, 'required')

/** More than nothing, and no more than that. */
function amountUpTo(max: string) {
  const mostMinor = parse(max, 'USD') ?? 0n
  return amountRule.check(
    z.refine(
      text => {
        const minor = parse(text, 'USD')
        return minor !== null && minor > 0n && minor <= mostMinor
      },
      { error: 'amount' },
    ),
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
`
