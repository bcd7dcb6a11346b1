import { css } from 'goober'
import { useState } from 'react'
import { selectCountry } from '../../../../../contract/address.ts'
import type { Input, Output } from '../../../../../contract/call.ts'
import type { Card } from '../../../../../contract/card.ts'
import { tryPurchase } from '../../../../../contract/card-control.ts'
import { declineMend, declineRoute } from '../../../../../contract/decline.ts'
import { amount } from '../../../../../contract/field.ts'
import type { ShopKind } from '../../../../../contract/shops.ts'
import { declineWord } from '../../../../display/decline-word.ts'
import { fieldText, useForm } from '../../../../forms/form.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { send } from '../../../../send.ts'
import { t, wireLanguage } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Chip, Chips } from '../../../../ui/chip.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Select } from '../../../../ui/select.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { isZero } from '../reckon.ts'
import { regionName } from '../region.ts'
import { troubleOf } from '../trouble.ts'
import { TrialShop } from './trial-shop.tsx'

type Asked = Omit<Input<typeof tryPurchase>, 'id'>
type Answer = Output<typeof tryPurchase>

const channels = ['online', 'contactless', 'chip', 'atm'] as const

/** A purchase that is only thought of: whether it would go through, why not, and what it would cost. */
export function Trial({ card, onLeave }: { card: Card; onLeave: () => void }) {
  const form = useForm({ amount })
  const [channel, setChannel] = useState<Asked['channel']>('online')
  const [country, setCountry] = useState(card.region)
  const [shop, setShop] = useState<ShopKind | ''>('')
  const [merchant, setMerchant] = useState('')
  const [tried, setTried] = useState<{ amount: string; answer: Answer } | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  const submit = form.submit(async ({ amount }) => {
    const reply = await send(tryPurchase, {
      ...{ id: card.id, amount, channel, country },
      ...(shop && { shop }),
      ...(merchant && { merchant }),
    })
    const isAmount = !reply.ok && reply.key === 'input_invalid'
    if (isAmount) form.blame('amount', () => fieldText('amount'))
    setTrouble(isAmount ? null : troubleOf(reply, { cardId: card.id }))
    setTried(reply.ok ? { amount, answer: reply.data } : null)
  })
  /** An answer is about what was asked. */
  function ask<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      setTried(null)
      set(value)
    }
  }

  const field = form.field('amount')
  return (
    <form class={box} onSubmit={submit} noValidate>
      <p class="cap">{t('control.trial.about')}</p>
      <Field
        label={t('control.trial.amount')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        {...field}
        onInput={ask(field.onInput)}
      />
      <Chips label={t('control.trial.channel')}>
        {channels.map(each => (
          <Chip key={each} isOn={each === channel} onPress={() => ask(setChannel)(each)}>
            {t(`control.trial.${each}`)}
          </Chip>
        ))}
      </Chips>
      <Country value={country} onChange={ask(setCountry)} />
      <TrialShop
        cardId={card.id}
        shop={shop}
        merchant={merchant}
        onShop={ask(setShop)}
        onMerchant={ask(setMerchant)}
      />
      <TroubleNotice trouble={trouble} />
      {tried && <Verdict of={tried} cardId={card.id} onLeave={onLeave} />}
      <Button type="submit" isBusy={form.isBusy} isDisabled={isZero(form.values.amount)}>
        {t('control.trial.ask')}
      </Button>
      <p class="cap">{t('control.trial.note')}</p>
    </form>
  )
}

/** Every country and region; while they are asked for, the chosen one. */
function Country({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { data } = useLoad(selectCountry, {})
  const all = data ?? [{ code: value, name: regionName(value), nameZh: regionName(value) }]
  return (
    <Select
      label={t('control.trial.country')}
      value={value}
      options={all.map(({ code, name, nameZh }) => ({
        value: code,
        label: wireLanguage() === 'zh' ? nameZh : name,
      }))}
      onChange={onChange}
    />
  )
}

interface VerdictProps {
  of: { amount: string; answer: Answer }
  cardId: string
  onLeave: () => void
}

function Verdict({ of: { amount, answer }, cardId, onLeave }: VerdictProps) {
  const { reason, consumeFee, crossBorderFee, total, available, left } = answer
  const line = (label: string, sum: string) => ({ label, value: <Money amount={sum} currency="USD" /> })
  return (
    <>
      {reason === null ? (
        <Notice tone="pos" text={t('control.trial.yes')} />
      ) : (
        <Notice
          text={whyNot({ ...answer, reason })}
          action={
            declineMend(reason) && (
              <a href={`#${declineRoute(reason, { cardId })}`} onClick={onLeave}>
                {t('control.trial.mend')}
              </a>
            )
          }
        />
      )}
      <Summary
        items={[
          line(t('control.trial.purchase'), amount),
          !isZero(consumeFee) && line(t('card.fees.consume'), consumeFee),
          !isZero(crossBorderFee) && line(t('card.fees.crossBorder'), crossBorderFee),
          { ...line(t('card.total'), total), isTotal: true },
          left === null ? line(t('card.available'), available) : line(t('control.trial.left'), left),
        ]}
      />
    </>
  )
}

function whyNot({ reason: word, missing, limit, used }: Answer & { reason: string }): string {
  const usd = (amount: string) => ownAmount({ amount, currency: 'USD' })
  const reason = declineWord(word)
  if (missing) return t('control.trial.missing', { amount: usd(missing) })
  if (limit && used) return t('control.trial.limitUsed', { reason, limit: usd(limit), used: usd(used) })
  if (limit) return t('control.trial.limit', { reason, limit: usd(limit) })
  return t('control.trial.no', { reason })
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
`
