import type { PageProps } from '../../routing/routes.ts'
import { Documents } from './parts/documents.tsx'

/** The pictures of an identity card: front, back, and held beside the face. */
export default function IdUpload({ query }: PageProps) {
  return <Documents docType="idCard" query={query} />
}
