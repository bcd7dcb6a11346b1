import type { Form } from '../../../../forms/form.ts'
import { language, t } from '../../../../state/locale.ts'
import type { No } from '../../../../trouble/trouble.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { PickField } from '../../../../ui/pick-field.tsx'
import { ErrorView } from '../../../../ui/states.tsx'
import { type Countries, CountryOptions } from './country-options.tsx'
import type { MailingTerms, Rules } from './mailing-terms.ts'
import { PlacePart } from './place-part.tsx'
import type { Shapes } from './place-rules.ts'

export interface PlaceFieldsProps {
  form: Form<Shapes>
  countries: Countries
  terms: MailingTerms | null
  failure: No | null
  reload: () => void
  onCountry: (code: string) => void
}

/** Where it goes: the country first, then what an address there is made of, in its own order. */
export function PlaceFields({ form, countries, terms, failure, reload, onCountry }: PlaceFieldsProps) {
  const { country, areaCode } = form.values
  const isChinese = language.value === 'zh-CN'
  const phoneCodeOf = (code: string) => countries.data?.find(other => other.code === code)?.phoneCode ?? ''

  function choose(code: string) {
    if (code === country) return
    for (const name of ['state', 'city', 'zipCode'] as const) form.set(name, '')
    if (!areaCode || areaCode === phoneCodeOf(country)) form.set('areaCode', phoneCodeOf(code))
    form.set('country', code)
    onCountry(code)
  }

  const chosen = countries.data?.find(({ code }) => code === country)
  return (
    <>
      <PickField
        label={t('account.place.country')}
        text={(chosen && (isChinese ? chosen.nameZh : chosen.name)) ?? country}
        error={form.field('country').error}
      >
        {close => (
          <CountryOptions
            countries={countries}
            label={t('account.place.country')}
            value={country}
            onPick={({ code }) => {
              choose(code)
              close()
            }}
          />
        )}
      </PickField>
      {country && !terms && (failure ? <ErrorView status={failure.status} onRetry={reload} /> : <Bones />)}
      {terms && (
        <>
          <Cost cost={terms.cost} />
          {terms.rules.isLatin && <p class="cap">{t('account.place.latin')}</p>}
          {partsOf(country, terms.rules).map(part => (
            <PlacePart key={part} part={part} form={form} rules={terms.rules} />
          ))}
        </>
      )}
    </>
  )
}

function Cost({ cost }: { cost: MailingTerms['cost'] }) {
  if (!cost) return <Notice tone="warn" text={t('account.place.unserved')} />
  const [from, to] = cost.days
  const values = {
    cost: amountText({ amount: cost.cost, currency: 'USDT' }),
    carrier: cost.carrier,
    from,
    to,
  }
  return <Notice tone="info" text={t('account.place.cost', values)} />
}

function Bones() {
  return (
    <>
      {[48, 78, 78, 78].map((height, index) => (
        <span key={String(index)} class="bone" style={`height:${height}px`} aria-busy="true" />
      ))}
    </>
  )
}

/** In mainland China one choice gives province, city and district. */
function partsOf(country: string, { parts }: Rules) {
  return country === 'CN' ? parts.filter(part => part !== 'city') : parts
}
