import { useEffect } from 'react'
import { go } from '../../hash-location.tsx'
import type { PageProps } from '../../routes.ts'
import { AgreementPage } from './parts/agreement.tsx'
import { IncidentPage } from './parts/incident-page.tsx'
import { LicencesPage } from './parts/licences.tsx'

/** A document to read: `?key=` names the agreement, `incident` what is told at present, or `licences`. */
export default function Info({ query }: PageProps) {
  useEffect(() => {
    if (!query.key) go('about', {}, { replace: true })
  }, [query.key])
  if (query.key === 'licences') return <LicencesPage />
  if (query.key === 'incident') return <IncidentPage />
  return query.key ? <AgreementPage name={query.key} /> : null
}
