import type { Form } from '../../../../forms/form.ts'
import { phoneDigits } from '../../../../forms/phone-digits.ts'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'
import { PickField } from '../../../../ui/pick-field.tsx'
import { type Countries, CountryOptions } from './country-options.tsx'
import type { Shapes } from './place-rules.ts'

/** Whom it is for, and how the courier and we reach them. */
export function PersonFields({ form, countries }: { form: Form<Shapes>; countries: Countries }) {
  const phone = form.field('phone')
  const { areaCode } = form.values
  return (
    <>
      <Field
        label={t('account.place.recipient')}
        autoComplete="name"
        enterKeyHint="next"
        maxLength={200}
        {...form.field('recipient')}
      />
      <div class="pair">
        <PickField label={t('account.place.areaCode')} text={areaCode} error={form.field('areaCode').error}>
          {close => (
            <CountryOptions
              countries={countries}
              label={t('account.place.areaCode')}
              noteOf={({ phoneCode }) => phoneCode}
              onPick={({ phoneCode }) => {
                form.set('areaCode', phoneCode)
                close()
              }}
            />
          )}
        </PickField>
        <Field
          label={t('account.place.phone')}
          hint={t('account.place.phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          enterKeyHint="next"
          {...phone}
          onInput={typed => phone.onInput(phoneDigits(typed, areaCode))}
        />
      </div>
      <Field
        label={t('account.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="done"
        maxLength={254}
        {...form.field('email')}
      />
    </>
  )
}
