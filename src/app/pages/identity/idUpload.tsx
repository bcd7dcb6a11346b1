import type { PageProps } from '../../routes.ts'
import { Upload } from './parts/upload.tsx'

/** The pictures of an identity card: front, back, and held beside the face. */
export default function IdUpload({ query }: PageProps) {
  return <Upload docType="idCard" query={query} />
}
