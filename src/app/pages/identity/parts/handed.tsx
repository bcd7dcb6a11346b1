import { useEffect, useMemo, useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { openHandoff } from '../../../../contract/handoff.ts'
import { go, link } from '../../../routing/hash-location.tsx'
import { send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import type { No } from '../../../trouble/trouble.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Empty, ErrorView, Skeleton } from '../../../ui/states.tsx'
import { deliverWith } from './camera/deliver.ts'
import { Shot } from './camera/shot.tsx'
import { type Held, keepHeld } from './handoff-pass.ts'
import type { DocType, Side } from './kept.ts'
import { uploadPage } from './way.ts'

type Way = Output<typeof openHandoff>

interface HandedProps {
  held: Held
  docType: DocType
  /** The side that was asked for in the address. */
  side: string | undefined
}

/** The pictures on a device without a session: they go to the verification of the link, and nothing else is seen. */
export function Handed({ held, docType, side: asked }: HandedProps) {
  const { way, end, failure, open, put } = useWay(held)
  const deliver = useMemo(() => deliverWith(held.pass), [held.pass])
  // Another kind of document than the address says: the link knows better.
  useEffect(() => {
    if (way && way.docType !== docType) go(uploadPage(way.docType), {}, { replace: true })
  }, [way, docType])

  if (end === 'done' || end === 'over') return <End how={end} />
  if (!way) {
    return (
      <Page title={t(`identity.doc.${docType}`)}>
        {failure ? <ErrorView status={failure.status} onRetry={open} /> : <Skeleton rows={4} />}
      </Page>
    )
  }
  const sides: readonly Side[] = [...way.uploaded, ...way.missing]
  const side = sides.find(each => each === asked) ?? way.missing[0] ?? sides[0] ?? 'front'
  return (
    <Shot
      key={side}
      kyc={{ ...way, findings: [] }}
      note={way.account && t('identity.other.whose', { account: way.account })}
      back={undefined}
      docType={way.docType}
      side={side}
      deliver={deliver}
      onDone={answer => {
        put(side, answer)
        go(uploadPage(way.docType), { side: answer.missing[0] }, { replace: true })
        scrollTo(0, 0)
      }}
      onStale={open}
    />
  )
}

function useWay(held: Held) {
  const [way, setWay] = useState<Way | null>(null)
  const [end, setEnd] = useState<'done' | 'over' | null>(null)
  const [failure, fail] = useState<No | null>(null)

  async function open() {
    fail(null)
    const reply = await send(openHandoff, { ...held }, { background: true })
    if (reply.ok) {
      keepHeld({ pass: held.pass })
      return setWay(reply.data)
    }
    if (reply.code === undefined) return fail(reply)
    keepHeld(null)
    setEnd('over')
  }

  function put(side: Side, { certStatus, missing }: { certStatus: string; missing: Side[] }) {
    if (certStatus === 'pending') {
      keepHeld(null)
      return setEnd('done')
    }
    setWay(last => last && { ...last, missing, uploaded: [...new Set([...last.uploaded, side])] })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once
  useEffect(() => {
    open()
  }, [])

  return { way, end, failure, open, put }
}

function End({ how }: { how: 'done' | 'over' }) {
  return (
    <Page title={t('identity.other.title')}>
      <Empty icon={how === 'done' ? 'circle-check' : 'link'} text={t(`identity.other.${how}`)}>
        <Button kind="plain" href={link('index')}>
          {t('identity.home')}
        </Button>
      </Empty>
    </Page>
  )
}
