import { t } from '../../../../state/locale.ts'
import { Facts } from '../../../../ui/facts.tsx'
import type { DocType } from '../kept.ts'
import type { Kyc } from '../use-kyc.ts'
import { countryText, useCountries } from './countries.ts'

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
  return (
    <Facts
      label={t('identity.profile')}
      facts={[
        { label: t('identity.name'), value: `${profile.firstName} ${profile.lastName}` },
        { label: t('identity.country'), value: countryText(profile.country) },
        { label: t('identity.address'), value: [address, city, state, postalCode].join(', ') },
        {
          label: t('identity.phone'),
          value: <bdi>{`${profile.areaCode} ****${profile.phone.slice(-4)}`}</bdi>,
        },
        { label: t('identity.doc'), value: docType && t(`identity.doc.${docType}`) },
      ]}
    />
  )
}
