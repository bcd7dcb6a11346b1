import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { type side as sideRule, submitImg, upload } from '../../../../contract/identity.ts'
import type { Refusal } from '../../../../contract/refusal.ts'
import { refusalText, send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { feel, guardClosing } from '../../../telegram.ts'
import type { DocType } from './kept.ts'
import { shrink, type Taken } from './shrink.ts'

export type Side = z.output<typeof sideRule>

interface No {
  ok: boolean
  key?: Refusal | undefined
  status?: number | undefined
  details?: Record<string, unknown> | null | undefined
}
type Done = { certStatus: string; missing: Side[] }

/** What went wrong stands beside the picture. */
const quietly = { background: true }

export interface ShotProps {
  docType: DocType
  side: Side
  onDone: (answer: Done) => void
  /** The verification is not open any more. */
  onStale: () => void
}

export type ShotState = ReturnType<typeof useShot>

/** One picture on its way: read, looked at, sent, put in its place. What was sent once is not sent again. */
export function useShot({ docType, side, onDone, onStale }: ShotProps) {
  const [taken, take] = useState<Taken | null>(null)
  const [isReading, setReading] = useState(false)
  /** 0 while nothing is on its way, then the steps of sending. */
  const [stage, setStage] = useState(0)
  const [trouble, say] = useState<string | null>(null)
  const path = useRef<string | null>(null)
  const here = useHere()

  async function read(file: File | undefined) {
    if (!file) return
    say(null)
    setReading(true)
    path.current = null
    const next = await shrink(file)
    if (!here.current) return
    setReading(false)
    take(next)
    say(next ? null : t('identity.photo.unread'))
  }

  async function use() {
    if (!taken || stage > 0) return
    say(null)
    const free = guardClosing()
    try {
      const answer = await place({ picture: taken.blob, docType, side, path, tell: setStage })
      if (answer.ok) finish(answer.data)
      else refuse(answer)
    } finally {
      free()
      if (here.current) setStage(0)
    }
  }

  function finish(answer: Done) {
    feel('success')
    if (!here.current) return
    take(null)
    onDone(answer)
  }

  function refuse(no: No) {
    if (!here.current) return
    feel('error')
    if (no.key === 'already_certified' || no.key === 'kyc_missing') return onStale()
    say(wordsOf(no))
    if (no.key === 'image_unreadable') take(null)
  }

  function retake() {
    take(null)
    say(null)
  }

  return { taken, isReading, stage, trouble, read, use, retake }
}

export function isSending({ stage }: Pick<ShotState, 'stage'>): boolean {
  return stage > 0
}

/** Too few pixels to be read: it must be taken again. */
export function isSmall({ taken }: Pick<ShotState, 'taken'>): boolean {
  return taken?.flaws.includes('small') ?? false
}

/** False once the page is left: then nothing is said or shown any more. */
function useHere() {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}

interface Placing {
  picture: Blob
  docType: DocType
  side: Side
  /** Where the picture lies once it was sent. Silence keeps it, any other failure drops it. */
  path: { current: string | null }
  tell: (stage: number) => void
}

/** Sends a picture, unless it was sent before, and puts it in its place. */
async function place({ picture, docType, side, path, tell }: Placing) {
  if (!path.current) {
    tell(1)
    const file = new File([picture], `${side}.jpg`, { type: picture.type })
    const sent = await send(upload, { file }, quietly)
    if (!sent.ok) return sent
    path.current = sent.data.path
  }
  tell(2)
  const placed = await send(submitImg, { docType, side, path: path.current }, quietly)
  if (!placed.ok && placed.status !== 0) path.current = null
  return placed
}

/** What a no means for the person with the phone. */
function wordsOf(no: No): string | null {
  switch (no.details?.reason) {
    case 'too_small':
      return t('identity.photo.small')
    case 'quota':
      return t('identity.photo.quota')
    case 'format':
    case 'animated':
    case 'broken':
      return t('identity.photo.unread')
    default:
      return no.status === undefined ? refusalText(no) : t('identity.photo.noAnswer')
  }
}
