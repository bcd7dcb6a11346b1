import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cardSecret } from '../../../../contract/card-control.ts'
import { newRequestId } from '../../../decision/request-id.ts'
import { currentUrl } from '../../../routing/hash-location.tsx'
import { inTime, type Reply, send } from '../../../send.ts'

/** The full details of a card. They live in this page's memory for half a minute and nowhere else (decision D12). */
export interface CardSecrets {
  number: string
  expiry: string
  securityCode: string
}

export const shownSeconds = 30

interface Reveal {
  secrets: CardSecrets | null
  /** The issuer did not give the details. */
  hasFailed: boolean
  ask: (pin: string) => Promise<Reply<typeof cardSecret>>
  /** Fetches the details with the token that was given; not when they were dropped since it was asked for. */
  show: (given: { url: string; token: string }) => Promise<void>
  drop: () => void
}

/** Shows the details of a card until they are dropped: after 30 s, when the app loses sight, or the page is left. */
export function useReveal(id: string): Reveal {
  const [secrets, setSecrets] = useState<CardSecrets | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const stop = useRef<AbortController | null>(null)
  // What the token is bound to: known to this look alone.
  const proof = useRef('')
  const place = currentUrl.value

  const drop = useCallback(() => {
    stop.current?.abort()
    stop.current = null
    proof.current = ''
    setSecrets(null)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another place or another card drops them too
  useEffect(() => drop, [drop, place, id])

  // Before the next frame: nothing may be on the screen that nobody watches over.
  useLayoutEffect(() => {
    const hidden = () => document.hidden && drop()
    addEventListener('blur', drop)
    addEventListener('pagehide', drop)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('blur', drop)
      removeEventListener('pagehide', drop)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [drop])

  useLayoutEffect(() => {
    if (!secrets) return
    const timer = setTimeout(drop, shownSeconds * 1_000)
    return () => clearTimeout(timer)
  }, [secrets, drop])

  function ask(pin: string) {
    stop.current = new AbortController()
    proof.current = newRequestId()
    return send(cardSecret, { id, pin, proof: proof.current }, { signal: stop.current.signal })
  }

  async function show({ url, token }: { url: string; token: string }) {
    const mine = stop.current
    if (!mine) return
    setFailed(false)
    const request = readSecrets({ url, token, proof: proof.current }, mine.signal)
    const found = await inTime(request, mine).catch(() => null)
    if (stop.current !== mine || document.hidden) return
    setFailed(!found)
    setSecrets(found)
  }

  return { secrets, hasFailed, ask, show, drop }
}

/** From the issuer's own origin: our server never sees them. Null when it does not answer as agreed. */
async function readSecrets(
  { url, ...shown }: { url: string; token: string; proof: string },
  signal: AbortSignal,
): Promise<CardSecrets | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(shown),
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  })
  if (!response.ok) return null
  const { number, expiry, securityCode } = (await response.json()) as CardSecrets
  return number && expiry && securityCode ? { number, expiry, securityCode } : null
}

/** `4821000011112222` as people read it: `4821 0000 1111 2222`. */
export function inFours(text: string): string {
  return text.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}
