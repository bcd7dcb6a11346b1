import { useEffect } from 'react'
import { go } from '../../hash-location.tsx'
import type { PageProps } from '../../routes.ts'
import { AgreementPage } from './parts/agreement.tsx'

/** A document to read: `?key=` names the agreement. */
export default function Info({ query }: PageProps) {
  useEffect(() => {
    if (!query.key) go('about', {}, { replace: true })
  }, [query.key])
  return query.key ? <AgreementPage name={query.key} /> : null
}
