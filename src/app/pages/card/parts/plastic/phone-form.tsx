import { useState } from 'react'
import { selectCountry } from '../../../../../contract/address.ts'
import { updateCardPhone } from '../../../../../contract/application.ts'
import type { Card } from '../../../../../contract/card.ts'
import * as rule from '../../../../../contract/field.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { CodeField } from '../../../../forms/code-field.tsx'
import { keepDraft } from '../../../../forms/draft.ts'
import { codeText, useForm } from '../../../../forms/form.ts'
import { phoneDigits } from '../../../../forms/phone-digits.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { type Reply, refusalText, send } from '../../../../send.ts'
import { language, t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { stack } from '../../../../ui/stack.ts'
import { Empty, ErrorView } from '../../../../ui/states.tsx'
import { troubleOf } from '../trouble.ts'

const shapes = { areaCode: rule.areaCode, phone: rule.phone, code: rule.code }

interface PhoneFormProps {
  card: Card
  email: string
  /** The card is no longer what it was: it is to be read again. */
  onStale: () => void
}

/** Area code, number and mailed code, then the fund PIN; some issuers change nothing, and that is said. */
export function PhoneForm({ card, email, onStale }: PhoneFormProps) {
  const draft = `phone ${card.id}`
  const form = useForm(shapes, { areaCode: card.areaCode ?? '' }, draft)
  const [wanted, want] = useState<{ areaCode: string; phone: string; code: string } | null>(null)
  const [end, setEnd] = useState<'done' | 'fixed' | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const phone = form.field('phone')
  const submit = form.submit(async values => {
    setTrouble(null)
    want(values)
  })

  function take(reply: Reply<typeof updateCardPhone>) {
    want(null)
    if (reply.ok) {
      keepDraft(draft, null)
      return setEnd('done')
    }
    if (reply.key === 'cardholder_fixed') return setEnd('fixed')
    const [no, code] = [troubleOf(reply, { cardId: card.id }), codeText(reply)]
    if (code) form.blame('code', code)
    else if (reply.key === 'phone_invalid') form.blame('phone', no?.text ?? '')
    else setTrouble(no)
    if (reply.key === 'card_closed' || reply.key === 'card_frozen') onStale()
  }

  if (end) return end === 'fixed' ? <FixedPhone cardId={card.id} /> : <Saved cardId={card.id} />
  return (
    <form class={stack} onSubmit={submit} noValidate>
      {card.phone && (
        <p>{t('physical.phone.now', { phone: `${card.areaCode ?? ''} ****${card.phone.slice(-4)}` })}</p>
      )}
      <p class="cap">{t('physical.phone.text')}</p>
      <AreaCode
        value={form.values.areaCode}
        error={form.field('areaCode').error}
        onChange={areaCode => form.set('areaCode', areaCode)}
      />
      <Field
        label={t('physical.phone.number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        enterKeyHint="next"
        {...phone}
        onInput={typed => phone.onInput(phoneDigits(typed, form.values.areaCode))}
      />
      <CodeField
        bound={form.field('code')}
        form={form as { blame(name: string, error: string): void }}
        email={email}
        type="updateCardPhone"
        onRefused={reply => form.refuse(refusalText(reply))}
      />
      <Notice text={form.notice} />
      <TroubleNotice trouble={trouble} />
      <Button type="submit">{t('card.next')}</Button>
      <Sheet isOpen={wanted !== null} title={t('pin.title')} onClose={() => want(null)}>
        {wanted && (
          <PinAsk
            label={t('physical.phone.prove', { phone: `${wanted.areaCode} ${wanted.phone}` })}
            confirm={t('physical.phone.save')}
            ask={pin => send(updateCardPhone, { id: card.id, ...wanted, pin })}
            onAnswer={take}
          />
        )}
      </Sheet>
    </form>
  )
}

function Saved({ cardId }: { cardId: string }) {
  return (
    <>
      <Result state="done" title={t('physical.phone.saved')} />
      <Button href={link('cardDetail', { id: cardId })}>{t('card.seeCard')}</Button>
    </>
  )
}

/** The issuer keeps the phone as it was given. */
export function FixedPhone({ cardId }: { cardId: string }) {
  return (
    <Empty icon="lock" text={t('physical.phone.fixed')}>
      <Button href={link('cardDetail', { id: cardId })}>{t('card.seeCard')}</Button>
      <Button kind="quiet" href={link('service')}>
        {t('mend.service')}
      </Button>
    </Empty>
  )
}

interface AreaCodeProps {
  value: string
  error: string | null
  onChange: (areaCode: string) => void
}

/** Countries share codes: what is chosen is a country, what is sent is its code. */
function AreaCode({ value, error, onChange }: AreaCodeProps) {
  const { data, state, status, reload } = useLoad(selectCountry, {})
  const [chosen, choose] = useState('')
  const isChinese = language.value === 'zh-CN'
  const all = (data ?? []).map(({ code, name, nameZh, phoneCode }) => ({
    value: code,
    label: `${isChinese ? nameZh : name} ${phoneCode}`,
    phoneCode,
  }))
  const fits = all.find(({ value: code, phoneCode }) => code === chosen && phoneCode === value)
  const shown = fits ?? all.find(({ phoneCode }) => phoneCode === value)
  return (
    <>
      <Select
        label={t('physical.phone.areaCode')}
        value={shown?.value ?? ''}
        options={shown ? all : [{ value: '', label: value || t('physical.phone.choose') }, ...all]}
        error={error}
        onChange={code => {
          choose(code)
          onChange(all.find(({ value: each }) => each === code)?.phoneCode ?? '')
        }}
      />
      {!data && state === 'failed' && <ErrorView status={status} onRetry={reload} />}
    </>
  )
}
