import { css } from 'goober'
import type { Form } from '../../../../forms/form.ts'
import { phoneDigits } from '../../../../forms/phone-digits.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'
import { PickField } from '../../../../ui/pick-field.tsx'
import type { shapes } from './profile-rules.ts'

/** Area code and number; the code comes with the country and can be another. */
export function PhoneField({ form }: { form: Form<typeof shapes> }) {
  const bound = form.field('phone')
  const { areaCode } = form.values
  return (
    <div class={pair}>
      <PickField
        label={t('identity.areaCode')}
        text={areaCode}
        href={link('selectCountry', { field: 'areaCode' })}
        error={form.field('areaCode').error}
      />
      <Field
        label={t('identity.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        enterKeyHint="done"
        {...bound}
        onInput={typed => bound.onInput(phoneDigits(typed, areaCode))}
      />
    </div>
  )
}

const pair = css`
  display: flex;
  flex-wrap: wrap;
  gap: 14px 10px;
  align-items: start;
  & > :first-child {
    flex: 1 1 6.5rem;
  }
  & > :last-child {
    flex: 2 1 11rem;
  }
`
