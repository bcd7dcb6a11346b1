import { css } from 'goober'
import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { type AutoRechargeRule, autoRecharge } from '../../../../../contract/card-control.ts'
import { amount, line } from '../../../../../contract/field.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { keepDraft } from '../../../../forms/draft.ts'
import { useForm } from '../../../../forms/form.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Chip, Chips } from '../../../../ui/chip.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Skeleton } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { troubleOf } from '../trouble.ts'
import { usd } from './usd.ts'

type Auto = Output<typeof autoRecharge>

/** How a card recharges itself: on with the PIN, off at once. */
export function AutoRecharge({ cardId, onDone }: { cardId: string; onDone: () => void }) {
  const loaded = useLoad(autoRecharge, { id: cardId })
  const [changed, change] = useState<Auto | null>(null)
  return (
    <Loaded of={loaded} bones={<Skeleton rows={4} />}>
      {known => (
        <AutoForm
          key={JSON.stringify((changed ?? known).rule)}
          cardId={cardId}
          auto={changed ?? known}
          onChange={next => {
            feel('success')
            toast(t(next.isOn ? 'control.auto.started' : 'control.auto.stopped'))
            if (next.isOn) keepDraft(draftOn(cardId), null)
            change(next)
            onDone()
          }}
        />
      )}
    </Loaded>
  )
}

interface AutoFormProps {
  cardId: string
  auto: Auto
  onChange: (auto: Auto) => void
}

const draftOn = (cardId: string) => `auto ${cardId}`
const shapes = { threshold: amount, by: line, amount, dayMax: amount, monthMax: amount }
const usual: AutoRechargeRule = {
  threshold: '50',
  by: 'amount',
  amount: '100',
  dayMax: '300',
  monthMax: '1000',
}

function AutoForm({ cardId, auto, onChange }: AutoFormProps) {
  const form = useForm(shapes, auto.rule ?? usual, draftOn(cardId))
  const { by } = form.values
  const [wanted, want] = useState<AutoRechargeRule | null>(null)
  const [trouble, tell] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)

  function take(reply: Reply<typeof autoRecharge>) {
    want(null)
    if (reply.ok) return onChange(reply.data)
    feel('error')
    const { field, min, max } = (reply.details ?? {}) as Record<string, string>
    if (reply.key === 'amount_out_of_range' && field && field in shapes) {
      form.blame(
        field as keyof typeof shapes,
        t('control.auto.range', { min: usd(min ?? ''), max: usd(max ?? '') }),
      )
    } else tell(troubleOf(reply, { cardId }))
  }
  async function stop() {
    setBusy(true)
    const reply = await send(autoRecharge, { id: cardId, set: { isOn: false } })
    setBusy(false)
    take(reply)
  }
  const submit = form.submit(async values => {
    tell(null)
    want({ ...values, by: values.by as AutoRechargeRule['by'] })
  })

  if (wanted) {
    return (
      <PinAsk
        label={t('control.auto.pin')}
        confirm={t('control.auto.confirm')}
        ask={pin => send(autoRecharge, { id: cardId, set: { isOn: true, rule: wanted }, pin })}
        onAnswer={take}
        onReturn={() => want(null)}
      />
    )
  }
  return (
    <form class={box} onSubmit={submit} noValidate>
      <p class="cap">{t('control.auto.about', { fee: auto.fee })}</p>
      <Paused auto={auto} />
      <TroubleNotice trouble={trouble} />
      <Amount label={t('control.auto.threshold')} of={form.field('threshold')} />
      <Chips label={t('control.auto.by')}>
        {(['amount', 'upTo'] as const).map(each => (
          <Chip key={each} isOn={by === each} onPress={() => form.set('by', each)}>
            {t(`control.auto.by.${each}`)}
          </Chip>
        ))}
      </Chips>
      <Amount
        label={t(by === 'amount' ? 'control.auto.amount' : 'control.auto.upTo')}
        of={form.field('amount')}
      />
      <Caps auto={auto} field={form.field} />
      <Button type="submit">{t(auto.isOn ? 'control.auto.save' : 'control.auto.start')}</Button>
      {auto.isOn && (
        <Button kind="quiet" isBusy={isBusy} onPress={stop}>
          {t('control.auto.stop')}
        </Button>
      )}
    </form>
  )
}

/** The most in a day and in a month, with what counts against it. */
function Caps({ auto, field }: { auto: Auto; field: FieldOf }) {
  const used = (sum: string) =>
    auto.isOn ? t('control.auto.used', { used: ownAmount({ amount: sum, currency: 'USD' }) }) : undefined
  return (
    <>
      <Amount label={t('control.auto.dayMax')} hint={used(auto.dayUsed)} of={field('dayMax')} />
      <Amount label={t('control.auto.monthMax')} hint={used(auto.monthUsed)} of={field('monthMax')} />
    </>
  )
}

type FieldOf = ReturnType<typeof useForm<typeof shapes>>['field']

interface AmountProps {
  label: string
  hint?: string | undefined
  of: ReturnType<FieldOf>
}

function Amount({ label, hint, of }: AmountProps) {
  return <Field label={label} hint={hint} inputMode="decimal" autoComplete="off" maxLength={12} {...of} />
}

function Paused({ auto: { isOn, pausedBy, rule } }: { auto: Auto }) {
  if (!isOn || !rule) return null
  if (!pausedBy) {
    return <Notice tone="pos" text={t('control.auto.isOn', { threshold: usd(rule.threshold) })} />
  }
  return (
    <Notice
      tone="warn"
      text={t(`control.auto.paused.${pausedBy}`)}
      action={
        pausedBy === 'wallet' && (
          <a href={link('transferIn', { coin: 'USDT' })}>{t('control.auto.deposit')}</a>
        )
      }
    />
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
`
