import type { ComponentChildren } from 'preact'
import { t } from '../../../state/locale.ts'
import { Facts } from '../../../ui/facts.tsx'
import { countryText, useCountries } from './countries.ts'
import type { DocType } from './kept.ts'
import type { Kyc } from './use-kyc.ts'

/** What was sent of a person, the phone masked. */
export function ProfileFacts({
  profile,
  docType,
}: {
  profile: NonNullable<Kyc['profile']>
  docType: DocType | null
}) {
  useCountries()
  const { address, city, state, postalCode } = profile
  const facts: [string, ComponentChildren][] = [
    [t('identity.name'), `${profile.firstName} ${profile.lastName}`],
    [t('identity.country'), countryText(profile.country)],
    [t('identity.address'), [address, city, state, postalCode].join(', ')],
    [t('identity.phone'), <bdi key="phone">{`${profile.areaCode} ****${profile.phone.slice(-4)}`}</bdi>],
    [t('identity.doc'), docType && t(`identity.doc.${docType}`)],
  ]
  return <Facts label={t('identity.profile')} facts={facts} />
}
