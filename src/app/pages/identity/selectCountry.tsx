import { css } from 'goober'
import { useState } from 'react'
import { back, go } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { language, t } from '../../state/locale.ts'
import { feel } from '../../telegram/telegram.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, ErrorView, Skeleton } from '../../ui/states.tsx'
import { type Country, choose, nameOf, recentCodes, useCountries } from './parts/profile/countries.ts'
import { CountryRows } from './parts/profile/country-rows.tsx'
import { findCountries, initialOf } from './parts/profile/find-country.ts'
import { UnservedRows } from './parts/profile/unserved.tsx'

/** Every country we know; what is chosen goes back to the page that asked. */
export default function SelectCountry({ query: { field = 'country', value } }: PageProps) {
  const { countries, failure, reload } = useCountries()
  const [typed, type] = useState('')

  function pick(country: Country) {
    feel('selection')
    choose(field, country)
    if (history.state?.i > 0) back()
    else go('kyc', {}, { replace: true })
  }

  return (
    <Page title={t(field === 'areaCode' ? 'identity.select.areaCode' : 'identity.select.title')}>
      <div class={search}>
        <Field
          label={t('identity.select.search')}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t('identity.select.hint')}
          value={typed}
          onInput={type}
          maxLength={40}
        />
      </div>
      {!countries &&
        (failure ? <ErrorView status={failure.status} onRetry={reload} /> : <Skeleton rows={8} />)}
      {countries && <Found countries={countries} typed={typed} clear={() => type('')} {...{ value, pick }} />}
      {countries && field === 'country' && <UnservedRows typed={typed} />}
    </Page>
  )
}

interface FoundProps {
  countries: Country[]
  typed: string
  clear: () => void
  value: string | undefined
  pick: (country: Country) => void
}

function Found({ countries, typed, clear, value, pick }: FoundProps) {
  const found = typed.trim() ? findCountries(countries, typed) : null
  const near = found ? [] : nearTo(countries)
  if (found) {
    return (
      <>
        <p class="sr" role="status">
          {t('identity.select.found', { count: found.length })}
        </p>
        {found.length === 0 ? (
          <Empty icon="globe" text={t('identity.select.none')}>
            <Button kind="plain" onPress={clear}>
              {t('identity.select.clear')}
            </Button>
          </Empty>
        ) : (
          <CountryRows countries={found} value={value} onPick={pick} />
        )}
      </>
    )
  }
  return (
    <>
      {near.length > 0 && (
        <CountryRows title={t('identity.select.recent')} countries={near} value={value} onPick={pick} />
      )}
      {grouped(countries, language.value).map(([letter, rows]) => (
        <CountryRows key={letter} title={letter} countries={rows} value={value} onPick={pick} />
      ))}
      <p class="cap">{t('identity.select.missing')}</p>
    </>
  )
}

/** Chosen lately, and where the phone says it is at home; some name that in ways that `Intl` throws at. */
function nearTo(countries: Country[]): Country[] {
  const region = /[-_]([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? ''
  const codes = new Set([...recentCodes(), region])
  return [...codes].flatMap(code => countries.find(country => country.code === code) ?? [])
}

/** In the order of the language, under their first letters. */
function grouped(countries: Country[], spoken: string): [string, Country[]][] {
  const { compare } = new Intl.Collator(spoken)
  const groups = new Map<string, Country[]>()
  for (const country of [...countries].sort((one, other) => compare(nameOf(one), nameOf(other)))) {
    const letter = initialOf(nameOf(country).charAt(0))
    groups.set(letter, [...(groups.get(letter) ?? []), country])
  }
  return [...groups]
}

const search = css`
  position: sticky;
  top: calc(56px + var(--safe-top));
  z-index: 4;
  margin: 0 calc(-1 * var(--gutter));
  padding: 0 var(--gutter) 8px;
  background: var(--bg);
  & label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`
