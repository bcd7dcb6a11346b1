import { useEffect, useState } from 'react'
import { go } from '../../../routing/hash-location.tsx'
import type { PageProps } from '../../../routing/routes.ts'
import { isSignedIn } from '../../../state/session.ts'
import { Handed } from './handed.tsx'
import { held, takeToken } from './handoff-pass.ts'
import type { DocType } from './kept.ts'
import { Upload } from './upload.tsx'
import { uploadPage } from './way.ts'

/**
 * The pictures of one document: of the signed-in customer, or on a device that was let in by a link. What a link let in is
 * forgotten once somebody signs in: their pictures must not go to another's verification.
 */
export function Documents({ docType, query }: { docType: DocType; query: PageProps['query'] }) {
  const { handoff, side } = query
  const [pass, letIn] = useState(() => (handoff ? takeToken(handoff) : isSignedIn.peek() ? null : held()))

  // The token leaves the address and the history at once.
  useEffect(() => {
    if (!handoff) return
    letIn(takeToken(handoff))
    go(uploadPage(docType), { side }, { replace: true })
  }, [handoff, side, docType])

  return pass ? (
    <Handed key={pass.pass} held={pass} side={side} docType={docType} />
  ) : (
    <Upload docType={docType} query={query} />
  )
}
