import { useCallback, useEffect, useRef, useState } from 'react'
import type { Call, Output } from '../../contract/call.ts'
import { refusalText, type Sent, send } from '../send.ts'
import { t } from '../state/locale.ts'
import type { No } from '../trouble/trouble.ts'
import { keepHere, keptHere } from './kept-here.ts'
import { onRenew } from './renew.ts'

export interface Load<T> {
  /** What was loaded last; stays while it is loaded again. */
  data: T | null
  state: 'loading' | 'ready' | 'failed'
  /** As `whyNot` has it; what is null `ErrorView` words itself. */
  refusal: string | null
  /** The status of the reply that failed, from which `ErrorView` tells whose fault that is. */
  status?: number | undefined
  /** When the data was read. */
  at?: Date | null
  /** It is renewed by itself while somebody looks. */
  isLive?: boolean
  reload: () => void
}

/**
 * Words for what could not be read: a refusal, or that it is somebody else's; null for silence and failures, where asking
 * again may help.
 */
export function whyNot(reply: No): string | null {
  if (reply.status === 403) return t('access.denied')
  return reply.status === undefined ? refusalText(reply) : null
}

type Loaded<T> = Omit<Load<T>, 'reload'>

/** How an attempt to read ended. */
export type Read<T> = { ok: true; data: T } | (No & { ok: false })

const nothing = { data: null, state: 'loading', refusal: null, at: null } as const

/**
 * Loads what a page shows, once and again when the input changes; called off when the page is left. On the way back it
 * begins with what was there.
 */
export function useLoad<C extends Call>(call: C, input: Sent<C>): Load<Output<C>> {
  const key = JSON.stringify(input)
  const read = useCallback((signal: AbortSignal) => send(call, JSON.parse(key), { signal }), [call, key])
  return useReading<Output<C>>(read, call.path + key)
}

/** The same of what takes more than one call: `read` stays the same function until something else is to be read. */
export function useReading<T>(
  read: (signal: AbortSignal) => Promise<Read<T>>,
  /** What is read, where it is to be there on the way back. */
  name?: string,
): Load<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>(() => (name && keptHere(name)) || nothing)
  const keep = useRef(() => {})
  const stop = useRef(new AbortController())

  const reload = useCallback(async () => {
    stop.current.abort()
    const mine = new AbortController()
    stop.current = mine
    setLoaded(last => ({ ...last, state: last.data === null ? 'loading' : last.state, refusal: null }))
    const reply = await read(mine.signal)
    if (mine.signal.aborted) return
    if (reply.ok) {
      const next = { data: reply.data, state: 'ready', refusal: null, at: new Date() } as const
      keep.current = () => name && keepHere(name, next)
      keep.current()
      return setLoaded(next)
    }
    const failed = { state: 'failed', refusal: whyNot(reply), status: reply.status } as const
    setLoaded(last => ({ ...last, ...failed }))
  }, [read, name])

  useEffect(() => {
    reload()
    const forget = onRenew(reload)
    return () => {
      forget()
      stop.current.abort()
    }
  }, [reload])

  // A page that puts a filter into its URL stands at a place of another name: what it has read comes along.
  const placeKey = history.state?.k
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what asks for it
  useEffect(() => keep.current(), [placeKey])

  return { ...loaded, reload }
}
