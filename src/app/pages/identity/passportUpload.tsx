import type { PageProps } from '../../routes.ts'
import { Upload } from './parts/upload.tsx'

/** The pictures of a passport: the page with the photo, and held beside the face. */
export default function PassportUpload({ query }: PageProps) {
  return <Upload docType="passport" query={query} />
}
