import type { Form } from '../../../../forms/form.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'
import { PickField } from '../../../../ui/pick-field.tsx'
import { countryText, useCountries } from './countries.ts'
import { PhoneField } from './phone-field.tsx'
import type { shapes } from './profile-rules.ts'

/** Where somebody lives, and the phone number there. */
export function HomeFields({ form }: { form: Form<typeof shapes> }) {
  const { country } = form.values
  useCountries()
  return (
    <fieldset class="group">
      <legend>{t('identity.homeGroup')}</legend>
      <PickField
        label={t('identity.country')}
        text={country && countryText(country)}
        href={link('selectCountry', { field: 'country', value: country })}
        error={form.field('country').error}
      />
      <p class="cap">{t('identity.countryHint')}</p>
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
  )
}
