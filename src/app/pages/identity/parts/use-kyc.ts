import { signal } from '@preact/signals'
import { useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { getKyc } from '../../../../contract/identity.ts'
import { usePoll } from '../../../loading/use-poll.ts'
import { renewUser } from '../../../renew-user.ts'
import { send } from '../../../send.ts'
import { session } from '../../../state/session.ts'
import type { No } from '../../../trouble/trouble.ts'

export type Kyc = Output<typeof getKyc>
export type CertStatus = Kyc['certStatus'] | 'none'

const everyMs = 3_000
const readingMs = 10_000
const known = signal<{ userId: string; kyc: Kyc | null } | null>(null)

/**
 * The last verification: null when there never was one, undefined until the first answer. What was seen in this visit
 * is there at once; while it waits for a decision it is asked for again and again.
 */
export function useKyc() {
  const userId = session.value?.user.id ?? ''
  const [failure, fail] = useState<No | null>(null)
  const mine = known.value?.userId === userId ? known.value : null

  const reload = usePoll(async signal => {
    if (!userId) return null
    const reply = await send(getKyc, {}, { signal, background: true })
    if (signal.aborted) return null
    const isKnown = reply.ok || reply.key === 'kyc_missing'
    fail(isKnown ? null : reply)
    if (isKnown) knowKyc(reply.ok ? reply.data : null)
    return pauseMs(known.peek()?.kyc)
  }, userId)

  return { kyc: mine ? mine.kyc : undefined, failure, reload }
}

/** A decision is waited for; so is what is read on a picture that was sent, which takes a while and is no hurry. */
function pauseMs(kyc: Kyc | null | undefined): number | null {
  if (kyc?.certStatus === 'pending') return everyMs
  return kyc?.certStatus === 'draft' && kyc.uploaded.length > 0 ? readingMs : null
}

/** Takes over what the server said. Home and the account learn of a new state too. */
export function knowKyc(kyc: Kyc | null) {
  const user = session.peek()?.user
  if (!user) return
  known.value = { userId: user.id, kyc }
  if (user.certStatus !== (kyc?.certStatus ?? 'none')) renewUser()
}

/** Asked anew when it is next needed. */
export function forgetKyc() {
  known.value = null
}
