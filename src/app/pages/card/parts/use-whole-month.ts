import { useEffect, useState } from 'react'
import { cardTranscationList } from '../../../../contract/card.ts'
import { send } from '../../../send.ts'
import { zone } from '../../../zone.ts'
import type { Purchase } from './purchases.tsx'

const pageSize = 100

/** Every purchase of a month; empty until all of them are here, and when they cannot be had. */
export function useWholeMonth({ cardId, month }: { cardId: string; month: string }): Purchase[] {
  const [list, setList] = useState<Purchase[]>([])
  useEffect(() => {
    const stop = new AbortController()
    setList([])
    readAll({ cardId, month }, stop.signal).then(all => !stop.signal.aborted && setList(all))
    return () => stop.abort()
  }, [cardId, month])
  return list
}

async function readAll(of: { cardId: string; month: string }, signal: AbortSignal): Promise<Purchase[]> {
  const all = new Map<string, Purchase>()
  for (let page = 1; ; page += 1) {
    const input = { ...of, timezone: zone(), pageSize, page }
    const reply = await send(cardTranscationList, input, { signal, background: true })
    if (!reply.ok) return []
    for (const purchase of reply.data.list) all.set(purchase.id, purchase)
    if (page * pageSize >= reply.data.total || reply.data.list.length === 0) return [...all.values()]
  }
}
