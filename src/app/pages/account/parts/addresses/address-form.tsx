import { css } from 'goober'
import { useEffect, useRef, useState } from 'react'
import {
  type MailingAddress,
  saveAddress,
  selectCountry,
  updateAddress,
} from '../../../../../contract/address.ts'
import { fieldText, useForm } from '../../../../forms/form.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { stillHere } from '../../../../routing/from-here.ts'
import { refusalText, send } from '../../../../send.ts'
import { language, t } from '../../../../state/locale.ts'
import { session } from '../../../../state/session.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { List } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { useMailingTerms } from './mailing-terms.ts'
import { PersonFields } from './person-fields.tsx'
import { keepPlaceDraft, placeDraft } from './place-draft.ts'
import { PlaceFields } from './place-fields.tsx'
import { type PlaceTexts, type Shapes, shapesOf } from './place-rules.ts'

export interface AddressFormProps {
  /** What is changed; null for a new one. */
  saved: MailingAddress | null
  /** What is known before anything is typed. */
  start?: Partial<PlaceTexts>
  /** Where to go on from here. Whoever has gone elsewhere before the answer stays there. */
  onSaved: (id: string) => void
}

/** An address by the rules of its country. What is typed is kept until the server has it. */
export function AddressForm({ saved, start = {}, onSaved }: AddressFormProps) {
  const of = saved?._id ?? `new ${start.address ?? ''}`
  const [begun] = useState(() => ({ ...(saved ? textsOf(saved) : blank()), ...start, ...placeDraft(of) }))
  const [country, setCountry] = useState(begun.country ?? '')
  const countries = useLoad(selectCountry, {})
  const { terms, failure, reload } = useMailingTerms(country)
  const form = useForm<Shapes>(shapesOf(terms?.rules ?? null), begun)
  const [isDefault, setDefault] = useState(saved?.isDefault ?? false)
  const isTouched = useRef(false)
  useEffect(() => {
    if (isTouched.current) keepPlaceDraft(of, form.values)
    isTouched.current = true
  }, [form.values, of])

  const submit = form.submit(async values => {
    if (!terms) return reload()
    const fields = { ...values, isDefault }
    const isHere = stillHere()
    const reply = await (saved
      ? send(updateAddress, { ...fields, _id: saved._id })
      : send(saveAddress, fields))
    if (reply.ok) {
      keepPlaceDraft(of, null)
      feel('success')
      toast(t('account.place.saved'))
      if (isHere()) onSaved(reply.data._id)
      return
    }
    feel('error')
    const faults = Object.entries((reply.details?.fields ?? {}) as Record<string, string>)
    for (const [name, message] of faults) form.blame(name as keyof Shapes, fieldText(message))
    if (reply.key === 'limit_exceeded')
      form.refuse(t('account.place.full', { count: String(reply.details?.limit) }))
    else form.refuse(refusalText(reply))
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <PlaceFields {...{ form, countries, terms, failure, reload }} onCountry={setCountry} />
      <PersonFields form={form} countries={countries} />
      {saved?.isDefault ? (
        <p class="cap">{t('account.place.isDefault')}</p>
      ) : (
        <List>
          <SwitchRow
            icon="map-pin"
            title={t('account.place.makeDefault')}
            isOn={isDefault}
            onChange={setDefault}
          />
        </List>
      )}
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('account.place.save')}
      </Button>
    </form>
  )
}

function textsOf(saved: MailingAddress): PlaceTexts {
  const { country, state, city, address, zipCode, recipient, email, areaCode, phone } = saved
  return { country, state, city, address, zipCode, recipient, email, areaCode, phone }
}

function blank(): Partial<PlaceTexts> {
  const isHome = language.peek() === 'zh-CN'
  return { email: session.peek()?.user.email ?? '', ...(isHome && { country: 'CN', areaCode: '+86' }) }
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 16px 10px;
    align-items: start;
  }
  & .pair > :first-child {
    flex: 1 1 6.5rem;
  }
  & .pair > :last-child {
    flex: 2 1 11rem;
  }
`
