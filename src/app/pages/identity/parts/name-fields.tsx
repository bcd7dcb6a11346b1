import type { Form } from '../../../form.ts'
import { t } from '../../../state/locale.ts'
import { Field } from '../../../ui/field.tsx'
import type { shapes } from './profile-rules.ts'

/** The name as it stands on the document, how the card will show it, and the birthday. */
export function NameFields({ form }: { form: Form<typeof shapes> }) {
  const onCard = `${form.values.firstName} ${form.values.lastName}`.trim().toUpperCase()
  return (
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
  )
}
