import { css } from 'goober'
import { useEffect, useRef, useState } from 'react'
import { editKyc } from '../../../../contract/identity.ts'
import { useForm } from '../../../form.ts'
import { go } from '../../../hash-location.tsx'
import { send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { feel } from '../../../telegram.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { countryText, useCountries } from './countries.ts'
import { DocChoice } from './doc-choice.tsx'
import { type Draft, dropDraft, keepDraft, type ProfileTexts } from './kept.ts'
import { PhoneField } from './phone-field.tsx'
import { PickField } from './pick-field.tsx'
import { blamesOf } from './profile-refusal.ts'
import { shapes } from './profile-rules.ts'
import { forgetKyc } from './use-kyc.ts'
import { leaveForm, uploadPage } from './way.ts'

export interface ProfileFormProps {
  draft: Draft
  back: string | undefined
  /** The server has another state than we thought. */
  onStale: () => void
}

/** Who somebody is, as it stands on the document. What is typed is kept until the server has it. */
export function ProfileForm({ draft, back, onStale }: ProfileFormProps) {
  const form = useForm(shapes, draft.values)
  const [docType, setDocType] = useState(draft.docType ?? 'idCard')
  const isTouched = useRef(false)
  useCountries()
  useEffect(() => {
    if (isTouched.current) keepDraft({ values: form.values as ProfileTexts, docType })
    isTouched.current = true
  }, [form.values, docType])

  const submit = form.submit(async ({ birthday, ...values }) => {
    const reply = await send(editKyc, {
      ...values,
      ...(birthday && { birthday }),
      docType,
      ...(draft.isRestart && { restart: true }),
    })
    if (reply.ok) {
      dropDraft()
      forgetKyc()
      leaveForm()
      // The way back from the pictures shows how it stands, from the top.
      scrollTo(0, 0)
      return go(uploadPage(docType), { back })
    }
    if (reply.key === 'already_certified') onStale()
    feel('error')
    const { fields, notice } = blamesOf(reply)
    for (const [name, words] of Object.entries(fields)) form.blame(name as keyof typeof shapes, words)
    form.refuse(notice)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  })

  const onCard = `${form.values.firstName} ${form.values.lastName}`.trim().toUpperCase()
  return (
    <form class={box} onSubmit={submit} noValidate>
      <DocChoice value={docType} onChange={setDocType} />
      <fieldset class="group">
        <legend>{t('identity.nameGroup')}</legend>
        <div class="pair">
          <Field
            label={t('identity.lastName')}
            autoComplete="family-name"
            placeholder="LIN"
            maxLength={50}
            enterKeyHint="next"
            {...form.field('lastName')}
          />
          <Field
            label={t('identity.firstName')}
            autoComplete="given-name"
            placeholder="WEI"
            maxLength={50}
            enterKeyHint="next"
            {...form.field('firstName')}
          />
        </div>
        <p class="cap">
          {onCard && /^[A-Z .'-]+$/.test(onCard)
            ? t('identity.onCard', { name: onCard })
            : t('identity.nameHint')}
        </p>
        <Field
          label={t('identity.birthday')}
          type="date"
          autoComplete="bday"
          isOptional
          {...form.field('birthday')}
        />
      </fieldset>
      <fieldset class="group">
        <legend>{t('identity.homeGroup')}</legend>
        <PickField
          label={t('identity.country')}
          text={form.values.country && countryText(form.values.country)}
          field="country"
          value={form.values.country}
          error={form.field('country').error}
        />
        <div class="pair">
          <Field
            label={t('identity.state')}
            autoComplete="address-level1"
            enterKeyHint="next"
            maxLength={200}
            {...form.field('state')}
          />
          <Field
            label={t('identity.city')}
            autoComplete="address-level2"
            enterKeyHint="next"
            maxLength={200}
            {...form.field('city')}
          />
        </div>
        <Field
          label={t('identity.street')}
          autoComplete="street-address"
          hint={t('identity.streetHint')}
          enterKeyHint="next"
          maxLength={200}
          {...form.field('address')}
        />
        <Field
          label={t('identity.postalCode')}
          autoComplete="postal-code"
          enterKeyHint="next"
          maxLength={12}
          {...form.field('postalCode')}
        />
        <PhoneField form={form} />
      </fieldset>
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('identity.save')}
      </Button>
      <p class="cap">{t('identity.saveNote')}</p>
    </form>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  & > .group {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 14px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  & > .group > legend {
    padding: 0 0 10px;
    font-size: 1.0625rem;
    line-height: 1.5rem;
    font-weight: 600;
  }
  & .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
    gap: 14px 10px;
    align-items: start;
  }
  & > .cap {
    margin-top: -8px;
    text-align: center;
  }
`
