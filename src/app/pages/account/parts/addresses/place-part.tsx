import type { Form } from '../../../../forms/form.ts'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'
import { PickField } from '../../../../ui/pick-field.tsx'
import type { Rules } from './mailing-terms.ts'
import type { Shapes } from './place-rules.ts'
import { ChinaPicker, StatePicker } from './region-picker.tsx'

export interface PlacePartProps {
  part: Rules['parts'][number]
  form: Form<Shapes>
  rules: Rules
}

/** One part of an address: chosen where there is a list, else typed. */
export function PlacePart({ part, form, rules }: PlacePartProps) {
  const { country, state, city } = form.values
  const bound = form.field(part)
  if (part === 'state' && country === 'CN') {
    return (
      <PickField
        label={t('account.place.region')}
        text={state && `${state} ${city}`}
        error={bound.error ?? form.field('city').error}
      >
        {close => (
          <ChinaPicker
            onPick={(province, place) => {
              form.set('state', province)
              form.set('city', place)
              close()
            }}
          />
        )}
      </PickField>
    )
  }
  const label = labelOf(part, rules)
  if (part === 'state' && rules.hasAreas) {
    return (
      <PickField label={label} text={state} error={bound.error}>
        {close => (
          <StatePicker
            country={country}
            label={label}
            value={state}
            onPick={name => {
              form.set('state', name)
              close()
            }}
          />
        )}
      </PickField>
    )
  }
  return (
    <Field
      label={label}
      hint={hintOf(part, rules)}
      autoComplete={fillings[part]}
      enterKeyHint="next"
      maxLength={part === 'zipCode' ? 12 : part === 'address' ? 200 : 100}
      isOptional={!rules.required.includes(part)}
      {...bound}
    />
  )
}

const fillings = {
  state: 'address-level1',
  city: 'address-level2',
  address: 'street-address',
  zipCode: 'postal-code',
} as const

function labelOf(part: Rules['parts'][number], { stateKind, zipKind }: Rules): string {
  if (part === 'state') return t(`account.place.state.${named(stateKind, states)}`)
  if (part === 'zipCode') return t(`account.place.zip.${named(zipKind, zips)}`)
  return t(part === 'city' ? 'account.place.city' : 'account.place.street')
}

function hintOf(part: Rules['parts'][number], { zipExample, takesBoxes }: Rules): string | undefined {
  if (part === 'zipCode' && zipExample) return t('account.place.example', { example: zipExample })
  if (part === 'address') return t(takesBoxes ? 'account.place.boxHint' : 'account.place.streetHint')
  return undefined
}

const states = ['state', 'prefecture', 'county', 'emirate', 'area'] as const
const zips = ['zip', 'pin', 'eircode'] as const

function named<Kind extends string>(kind: string | null, kinds: readonly Kind[]): Kind | 'plain' {
  return kinds.find(other => other === kind) ?? 'plain'
}
