import { link } from '../../../routing/hash-location.tsx'
import type { RouteName } from '../../../routing/route-names.ts'
import type { DocType } from './kept.ts'
import type { Kyc } from './use-kyc.ts'

/** The page that takes the pictures of a document. */
export function uploadPage(docType: DocType): RouteName {
  return docType === 'passport' ? 'passportUpload' : 'idUpload'
}

/** Where a verification that is not complete goes on: the pictures when the profile is there, else the profile. */
export function wayOn(kyc: Kyc | null, back?: string): string {
  if (!kyc?.profile || !kyc.docType) return link('kyc', { back })
  return link(uploadPage(kyc.docType), { side: kyc.missing[0], back })
}

let hasForm = false

/** The form hands over to the pictures: when they are done, one step back shows how it stands. */
export function leaveForm() {
  hasForm = true
}

export function cameFromForm(): boolean {
  const did = hasForm
  hasForm = false
  return did
}
