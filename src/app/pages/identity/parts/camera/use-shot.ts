import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '../../../../../contract/refusal.ts'
import { refusalText } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { guardClosing } from '../../../../telegram/guards.ts'
import { feel } from '../../../../telegram/telegram.ts'
import type { No } from '../../../../trouble/trouble.ts'
import { toast } from '../../../../ui/toast.tsx'
import type { DocType, Side } from '../kept.ts'
import type { Deliver } from './deliver.ts'
import { shrink, type Taken } from './shrink.ts'

type Done = { certStatus: string; missing: Side[] }

export interface ShotProps {
  docType: DocType
  side: Side
  deliver: Deliver
  onDone: (answer: Done) => void
  /** The verification is not open any more. */
  onStale: () => void
}

export type ShotState = ReturnType<typeof useShot>

/** One picture on its way: read, looked at, sent, put in its place. */
export function useShot({ docType, side, deliver, onDone, onStale }: ShotProps) {
  const [taken, take] = useState<Taken | null>(null)
  const [isReading, setReading] = useState(false)
  /** How much of it has been sent, 0 to 1; null while nothing is on its way. */
  const [sent, setSent] = useState<number | null>(null)
  const [trouble, say] = useState<string | null>(null)
  const sending = useRef(new AbortController())
  const here = useHere(() => sending.current.abort())

  /** Shows what was taken; a file that is no picture for us is named as one. */
  function show(next: Taken | null, name = '') {
    setReading(false)
    take(next)
    say(next ? null : t(/\.hei[cf]$/i.test(name) ? 'identity.photo.heic' : 'identity.photo.unread'))
  }

  async function read(file: File | undefined) {
    if (!file) return
    say(null)
    setReading(true)
    const next = await shrink(file)
    const isHeic = /^image\/hei[cf]/.test(file.type)
    if (here.current) show(next, isHeic ? '.heic' : file.name)
  }

  async function use() {
    if (!taken || sent !== null) return
    say(null)
    setSent(0)
    sending.current = new AbortController()
    const free = guardClosing()
    const tell = (share: number) => here.current && setSent(share)
    try {
      const { signal } = sending.current
      const answer = await deliver(taken.blob, { docType, side }, { signal, onProgress: tell })
      if (answer.ok) finish(answer.data as Done)
      else refuse(answer)
    } finally {
      free()
      if (here.current) setSent(null)
    }
  }

  function finish(answer: Done) {
    feel('success')
    if (!here.current) return
    take(null)
    onDone(answer)
  }

  function refuse(no: No & { message?: string }) {
    // Whoever called it off knows that it did not arrive.
    if (!here.current || no.message) return
    feel('error')
    if (no.key && stale.includes(no.key)) {
      toast(t(`refusal.${no.key}`))
      return onStale()
    }
    say(wordsOf(no))
    if (no.key === 'image_unreadable') take(null)
  }

  function retake() {
    take(null)
    say(null)
  }

  return { taken, isReading, sent, trouble, read, show, use, retake, stop: () => sending.current.abort() }
}

const stale: readonly Refusal[] = ['already_certified', 'kyc_missing', 'handoff_over']

export function isSending({ sent }: Pick<ShotState, 'sent'>): boolean {
  return sent !== null
}

/** Too few pixels to be read: it must be taken again. */
export function isSmall({ taken }: Pick<ShotState, 'taken'>): boolean {
  return taken?.flaws.includes('small') ?? false
}

/** False once the page is left: then nothing is said or shown any more. */
function useHere(leave: () => void) {
  const here = useRef(true)
  const left = useRef(leave)
  left.current = leave
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      left.current()
    }
  }, [])
  return here
}

/** What a no means for the person with the phone. */
function wordsOf(no: No): string | null {
  const { reason } = no.details ?? {}
  switch (reason) {
    case 'too_small':
      return t('identity.photo.small')
    case 'quota':
      return t('identity.photo.quota')
    case 'format':
    case 'animated':
    case 'broken':
      return t('identity.photo.unread')
    case 'blurred':
    case 'dark':
    case 'glare':
    case 'expired':
      return t(`identity.refused.${reason}`)
    default:
      return no.status === undefined ? refusalText(no) : t('identity.photo.noAnswer')
  }
}
