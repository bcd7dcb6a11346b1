import { dateTime } from '../../../../display/calendar.ts'
import { t } from '../../../../state/locale.ts'
import { Summary } from '../../../../ui/summary.tsx'
import type { Kyc } from '../use-kyc.ts'
import { countryText, useCountries } from './countries.ts'

interface ProfileSummaryProps {
  of: Pick<Kyc, 'certStatus' | 'docType' | 'submittedAt'>
  profile: NonNullable<Kyc['profile']>
}

/** What was sent of a person, the phone masked; and when, unless that is said above. */
export function ProfileSummary({ of: { certStatus, docType, submittedAt }, profile }: ProfileSummaryProps) {
  useCountries()
  const { address, city, state, postalCode } = profile
  return (
    <Summary
      label={t('identity.profile')}
      items={[
        { label: t('identity.name'), value: `${profile.firstName} ${profile.lastName}` },
        { label: t('identity.country'), value: countryText(profile.country) },
        { label: t('identity.address'), value: [address, city, state, postalCode].join(', ') },
        {
          label: t('identity.phone'),
          value: <bdi>{`${profile.areaCode} ****${profile.phone.slice(-4)}`}</bdi>,
        },
        { label: t('identity.doc'), value: docType && t(`identity.doc.${docType}`) },
        {
          label: t('identity.sentAt'),
          value: certStatus === 'approved' && submittedAt && dateTime(submittedAt),
        },
      ]}
    />
  )
}
