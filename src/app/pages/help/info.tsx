import { useEffect } from 'react'
import { later } from '../../chunks/later.tsx'
import { go } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Page } from '../../ui/page.tsx'
import { AgreementPage } from './parts/agreements/agreement.tsx'
import { LicencesPage } from './parts/agreements/licences.tsx'
import { IncidentPage } from './parts/incident-page.tsx'

// Words in two languages that only this page needs.
const Terms = later(() => import('./parts/agreements/terms.tsx').then(part => part.Terms))

/** A document to read: `?key=` names the agreement, `incident` what is told at present, `licences`, or `terms`. */
export default function Info({ query }: PageProps) {
  useEffect(() => {
    if (!query.key) go('about', {}, { replace: true })
  }, [query.key])
  if (query.key === 'licences') return <LicencesPage />
  if (query.key === 'incident') return <IncidentPage />
  if (query.key === 'terms') {
    return (
      <Page title={t('help.terms')}>
        <Terms />
      </Page>
    )
  }
  return query.key ? <AgreementPage name={query.key} /> : null
}
