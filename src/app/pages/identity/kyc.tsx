import { useState } from 'react'
import { useMember } from '../../routing/members-only.ts'
import { ownRoute } from '../../routing/own-route.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Page } from '../../ui/page.tsx'
import { ErrorView, Skeleton } from '../../ui/states.tsx'
import { type Draft, keepKycDraft, kycDraft } from './parts/kept.ts'
import { Outcome } from './parts/outcome.tsx'
import { type Country, takeChoice } from './parts/profile/countries.ts'
import { ProfileForm } from './parts/profile/profile-form.tsx'
import { StatusCard } from './parts/status-card.tsx'
import { type Kyc, useKyc } from './parts/use-kyc.ts'

/** The profile of an applicant, and how the verification stands. */
export default function KycPage({ query }: PageProps) {
  const user = useMember()
  const { kyc, failure, reload } = useKyc()
  const [written, setWritten] = useState(draftWithChoices)
  const back = ownRoute(query.back) ?? undefined
  if (!user || kyc === undefined) {
    return (
      <Page title={t('identity.kyc.title')}>
        {user && (failure ? <ErrorView status={failure.status} onRetry={reload} /> : <Skeleton rows={5} />)}
      </Page>
    )
  }

  function edit() {
    keepKycDraft({})
    setWritten(kycDraft())
  }

  const status = kyc?.certStatus ?? 'none'
  if (!isWriting(kyc, written)) return <Outcome kyc={kyc} back={back} onEdit={edit} />
  return (
    <Page title={t('identity.form.title')}>
      {status !== 'none' && !written?.isRestart && <StatusCard status={status} reason={kyc?.reason} />}
      <ProfileForm draft={merged(kyc, written)} back={back} onStale={reload} />
    </Page>
  )
}

/** The draft, with what was chosen in the list of countries meanwhile. */
function draftWithChoices(): Draft | null {
  const country = takeChoice('country')
  const areaCode = takeChoice('areaCode')
  if (country) keepKycDraft({ values: { country: country.code, ...codeFor(country) } })
  if (areaCode) keepKycDraft({ values: { areaCode: areaCode.phoneCode } })
  return kycDraft()
}

/** Another country brings its area code along, until there is a number that belongs to the old one. */
function codeFor({ phoneCode }: Country): { areaCode?: string } {
  return kycDraft()?.values.phone ? {} : { areaCode: phoneCode }
}

function isWriting(kyc: Kyc | null, written: Draft | null): boolean {
  switch (kyc?.certStatus) {
    case 'pending':
    case 'approved':
      return false
    case 'draft':
      return written !== null || !kyc.docType
    default:
      return written !== null
  }
}

/** What the server has, and over it what was typed since. */
function merged(kyc: Kyc | null, written: Draft | null): Draft {
  return {
    ...written,
    values: { ...kyc?.profile, ...written?.values },
    docType: written?.docType ?? kyc?.docType ?? undefined,
  }
}
