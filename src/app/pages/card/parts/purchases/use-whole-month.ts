import { useCallback, useEffect, useRef, useState } from 'react'
import { cardTranscationList } from '../../../../../contract/card.ts'
import { onRenew } from '../../../../loading/renew.ts'
import { type Load, whyNot } from '../../../../loading/use-load.ts'
import { zone } from '../../../../preferences/zone.ts'
import { send } from '../../../../send.ts'
import type { Purchase } from './purchase-parts.tsx'

const pageSize = 100

type Loaded = Omit<Load<Purchase[]>, 'reload'>

/** Every purchase of a month, all or none. Another month is another one: give the component a key. */
export function useWholeMonth({ cardId, month }: { cardId: string; month: string }): Load<Purchase[]> {
  const [loaded, setLoaded] = useState<Loaded>({ data: null, state: 'loading', refusal: null, at: null })
  const stop = useRef(new AbortController())

  const reload = useCallback(async () => {
    stop.current.abort()
    const mine = new AbortController()
    stop.current = mine
    setLoaded(last => ({ ...last, state: last.data === null ? 'loading' : last.state, refusal: null }))
    const read = await readAll({ cardId, month }, mine.signal)
    if (mine.signal.aborted) return
    setLoaded(last =>
      read.all
        ? { data: read.all, state: 'ready', refusal: null, at: new Date() }
        : { ...last, state: 'failed', refusal: read.refusal },
    )
  }, [cardId, month])

  useEffect(() => {
    reload()
    const forget = onRenew(reload)
    return () => {
      forget()
      stop.current.abort()
    }
  }, [reload])

  return { ...loaded, reload }
}

async function readAll(
  of: { cardId: string; month: string },
  signal: AbortSignal,
): Promise<{ all: Purchase[]; refusal?: never } | { all: null; refusal: string | null }> {
  const all = new Map<string, Purchase>()
  for (let page = 1; ; page += 1) {
    const input = { ...of, timezone: zone(), pageSize, page }
    const reply = await send(cardTranscationList, input, { signal, background: true })
    if (!reply.ok) return { all: null, refusal: whyNot(reply) }
    for (const purchase of reply.data.list) all.set(purchase.id, purchase)
    if (page * pageSize >= reply.data.total || reply.data.list.length === 0) return { all: [...all.values()] }
  }
}
