import { useLayoutEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { signedIn } from '../../../../../contract/account.ts'
import { canPasskey } from '../../../../passkeys/can-passkey.ts'
import { refusalText } from '../../../../send.ts'

/** A challenge is good for five minutes, and somebody may look at the form for longer. */
const goodMs = 4 * 60_000

interface OfferProps {
  /** Something else is asked of the device or the server. */
  isOff: boolean
  onDone: (answer: z.output<typeof signedIn>) => void
  /** Whoever chose one was not signed in. */
  onRefused: (text: string) => void
}

/**
 * Offers passkeys among what the browser fills the log-in form with, where it can. Called off as soon as anything else is asked
 * or the form goes; what is answered after that is of no concern. Where no challenge can be had the button says why.
 */
export function useOfferedPasskey({ isOff, ...props }: OfferProps) {
  const [round, renew] = useState(0)
  const told = useRef(props)
  told.current = props

  // Before the next is asked: a device answers one question at a time.
  useLayoutEffect(() => {
    if (isOff || !canPasskey()) return
    const stop = new AbortController()
    const begun = Date.now()
    const look = () => {
      if (!document.hidden && Date.now() - begun >= goodMs) renew(round + 1)
    }
    const timer = setInterval(look, goodMs)
    document.addEventListener('visibilitychange', look)
    offer(stop.signal).catch(() => {})
    return () => {
      stop.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }

    async function offer(signal: AbortSignal) {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || signal.aborted) return
      const { logInByPasskey } = await import('../../../../passkeys/log-in.ts')
      if (signal.aborted) return
      const reply = await logInByPasskey(signal)
      if (signal.aborted || !reply) return
      if (reply.ok) return 'token' in reply.data ? told.current.onDone(reply.data) : undefined
      if (reply.key !== 'passkey_refused' && reply.key !== 'login_failed') return
      told.current.onRefused(refusalText(reply) ?? '')
      renew(round + 1)
    }
  }, [isOff, round])
}
