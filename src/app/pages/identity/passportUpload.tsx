import type { PageProps } from '../../routing/routes.ts'
import { Documents } from './parts/documents.tsx'

/** The pictures of a passport: the page with the photo, and held beside the face. */
export default function PassportUpload({ query }: PageProps) {
  return <Documents docType="passport" query={query} />
}
