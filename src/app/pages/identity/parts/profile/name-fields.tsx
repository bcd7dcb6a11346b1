import type { ComponentType } from 'preact'
import { useEffect, useState } from 'react'
import type { Form } from '../../../../forms/form.ts'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'
import type { shapes } from './profile-rules.ts'

/** The name as it stands on the document, how the card will show it, and the birthday. */
export function NameFields({ form }: { form: Form<typeof shapes> }) {
  const onCard = embossed(form.values)
  const Spelling = useSpelling(form.values)
  return (
    <fieldset class="group">
      <legend>{t('identity.nameGroup')}</legend>
      <div class="pair">
        <NameField form={form} part="lastName" autoComplete="family-name" placeholder="LIN" />
        <NameField form={form} part="firstName" autoComplete="given-name" placeholder="WEI" />
      </div>
      {Spelling && <Spelling form={form} />}
      <p class="cap" role="status">
        {onCard ? t('identity.onCard', { name: onCard }) : t('identity.nameHint')}
      </p>
      <details class="cap">
        <summary>{t('identity.oneName')}</summary>
        <p>{t('identity.oneNameText')}</p>
      </details>
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

interface NameFieldProps {
  form: Form<typeof shapes>
  part: 'lastName' | 'firstName'
  autoComplete: string
  placeholder: string
}

function NameField({ form, part, ...rest }: NameFieldProps) {
  return (
    <Field label={t(`identity.${part}`)} maxLength={50} enterKeyHint="next" {...rest} {...form.field(part)} />
  )
}

/** Help with the spelling, which is loaded when a name has letters that no card has. */
function useSpelling({ firstName, lastName }: { firstName: string; lastName: string }) {
  const [Part, keep] = useState<ComponentType<{ form: Form<typeof shapes> }> | null>(null)
  const isForeign = /[^\p{ASCII}]/u.test(firstName + lastName)
  useEffect(() => {
    if (!isForeign) return
    import('./spelling.tsx').then(
      part => keep(() => part.Spelling),
      () => {},
    )
  }, [isForeign])
  return Part
}

/** The name in capitals, as on a card; empty while a part is missing or in other letters. */
function embossed({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const name = `${firstName.trim()} ${lastName.trim()}`.normalize('NFKC').trim().toUpperCase()
  return /^[A-Z][A-Z .'’-]*$/.test(name) ? name : ''
}
