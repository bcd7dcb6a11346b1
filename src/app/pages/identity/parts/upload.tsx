import { useEffect, useState } from 'react'
import { later } from '../../../chunks/later.tsx'
import { go, back as goBack } from '../../../routing/hash-location.tsx'
import { useMember } from '../../../routing/members-only.ts'
import { ownRoute } from '../../../routing/own-route.ts'
import type { PageProps } from '../../../routing/routes.ts'
import { t } from '../../../state/locale.ts'
import { Page } from '../../../ui/page.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'
import { deliverOwn } from './camera/deliver.ts'
import { Shot } from './camera/shot.tsx'
import type { DocType, Side } from './kept.ts'
import { type Kyc, knowKyc, useKyc } from './use-kyc.ts'
import { cameFromForm, uploadPage } from './way.ts'

const OtherDevice = later(() => import('./other-device.tsx').then(part => part.OtherDevice))

/** The pictures of one document, one after the other; what is there already stays over a reload. */
export function Upload({ docType, query }: { docType: DocType; query: PageProps['query'] }) {
  const user = useMember()
  const { kyc, failure, reload } = useKyc()
  const [hasForm] = useState(cameFromForm)
  const [other, showOther] = useState<'never' | 'open' | 'closed'>('never')
  const back = ownRoute(query.back) ?? undefined
  const place = elsewhere(kyc, docType)
  const side = kyc ? sideOf(kyc, docType, query.side) : 'front'
  const next = kyc?.missing[0]
  const hasCome = other !== 'never' && kyc?.uploaded.includes(side)

  useEffect(() => {
    if (!place) return
    if (place === 'kyc' && hasForm) goBack()
    else go(place, { back }, { replace: true })
  }, [place, hasForm, back])

  // The other device has brought this picture: on to the one that is missing.
  useEffect(() => {
    if (hasCome && next) go(uploadPage(docType), { side: next, back }, { replace: true })
  }, [hasCome, next, docType, back])

  if (!user || !kyc || place) {
    return (
      <Page title={t(`identity.doc.${docType}`)}>
        {user &&
          !place &&
          (failure ? <ErrorView status={failure.status} onRetry={reload} /> : <Skeleton rows={4} />)}
      </Page>
    )
  }

  function done({ certStatus, missing }: { certStatus: string; missing: Side[] }) {
    if (!kyc) return
    const uploaded = [...new Set([...kyc.uploaded, side])]
    knowKyc({ ...kyc, docType, certStatus: certStatus as Kyc['certStatus'], uploaded, missing })
    if (certStatus === 'pending') return reload()
    go(uploadPage(docType), { side: missing[0], back }, { replace: true })
    scrollTo(0, 0)
  }

  return (
    <>
      <Shot
        key={side}
        kyc={kyc}
        note={kyc.certStatus === 'need_more' ? kyc.reason : null}
        deliver={deliverOwn}
        onDone={done}
        onStale={reload}
        onHandOver={() => showOther('open')}
        {...{ back, docType, side }}
      />
      {other !== 'never' && (
        <OtherDevice
          isOpen={other === 'open'}
          docType={docType}
          uploaded={kyc.uploaded}
          onPicture={reload}
          onClose={() => showOther('closed')}
        />
      )}
    </>
  )
}

/** Where somebody belongs who has nothing to upload here. */
function elsewhere(kyc: Kyc | null | undefined, docType: DocType) {
  if (kyc === undefined) return null
  if (kyc === null) return 'idAuthNew'
  if (kyc.certStatus !== 'draft' && kyc.certStatus !== 'need_more') return 'kyc'
  return kyc.docType && kyc.docType !== docType ? uploadPage(kyc.docType) : null
}

function sideOf({ missing, docType: known }: Kyc, docType: DocType, asked: string | undefined): Side {
  const sides: readonly Side[] = docType === 'passport' ? ['front', 'hold'] : ['front', 'back', 'hold']
  return sides.find(side => side === asked) ?? (known ? missing[0] : undefined) ?? 'front'
}
