import { useState } from 'react'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import { ownRoute } from '../../routing/own-route.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { stack } from '../../ui/stack.ts'
import { ErrorView, Skeleton } from '../../ui/states.tsx'
import { DocChoice } from './parts/doc-choice.tsx'
import { type DocType, keepKycDraft, kycDraft } from './parts/kept.ts'
import { Outcome } from './parts/outcome.tsx'
import { countryText, takeChoice, useCountries } from './parts/profile/countries.ts'
import { Resume } from './parts/resume.tsx'
import { type Kyc, useKyc } from './parts/use-kyc.ts'
import { Why } from './parts/why.tsx'

/** Where verification begins: why, with what, how long, and what becomes of the pictures; how it stands, once all is sent. */
export default function IdAuthNew({ query }: PageProps) {
  const user = useMember()
  const { kyc, failure, reload } = useKyc()
  const back = ownRoute(query.back) ?? undefined
  if (!user || kyc === undefined) {
    return (
      <Page title={t('identity.new.title')}>
        {user && (failure ? <ErrorView status={failure.status} onRetry={reload} /> : <Skeleton rows={4} />)}
      </Page>
    )
  }
  const isOpen = kyc?.certStatus === 'draft' || kyc?.certStatus === 'need_more'
  const isSettled = kyc?.certStatus === 'pending' || kyc?.certStatus === 'approved'
  if (isSettled) return <Outcome kyc={kyc} back={back} onEdit={() => go('kyc', { back })} />
  if (isOpen && !query.restart) return <Resume kyc={kyc} back={back} />
  return <Begin kyc={kyc} back={back} isRestart={isOpen} />
}

interface BeginProps {
  kyc: Kyc | null
  back: string | undefined
  isRestart: boolean
}

function Begin({ kyc, back, isRestart }: BeginProps) {
  const [written] = useState(draftWithChoice)
  const [docType, setDocType] = useState<DocType>(written?.docType ?? kyc?.docType ?? 'idCard')
  const [isMissing, miss] = useState(false)
  const country = written?.values.country ?? kyc?.profile?.country ?? ''
  useCountries()

  function choose(next: DocType) {
    setDocType(next)
    keepKycDraft({ docType: next })
  }

  function begin() {
    if (!country) {
      miss(true)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    keepKycDraft({ docType, isRestart, values: { country } })
    go('kyc', { back })
  }

  return (
    <Page
      title={t('identity.new.title')}
      footer={<Button onPress={begin}>{t(written ? 'identity.goOn' : 'identity.start')}</Button>}
    >
      <Why />
      <div class={stack}>
        <DocChoice value={docType} onChange={choose} />
        <PickField
          label={t('identity.country')}
          text={country && countryText(country)}
          href={link('selectCountry', { field: 'country', value: country })}
          error={isMissing && !country ? t('field.country') : null}
        />
      </div>
      <p class="cap">
        {t('identity.privacy')} <a href={link('info', { key: 'privacy' })}>{t('identity.privacyLink')}</a>
      </p>
    </Page>
  )
}

function draftWithChoice() {
  const country = takeChoice('country')
  if (country) keepKycDraft({ values: { country: country.code, areaCode: country.phoneCode } })
  return kycDraft()
}
