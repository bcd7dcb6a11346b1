import { useCallback } from 'react'
import { cardTranscationList } from '../../../../../contract/card.ts'
import { type Load, type Read, useReading } from '../../../../loading/use-load.ts'
import { zone } from '../../../../preferences/zone.ts'
import { send } from '../../../../send.ts'
import type { Purchase } from './purchase-parts.tsx'

const pageSize = 100

/** Every purchase of a month, all or none. Another month is another one: give the component a key. */
export function useWholeMonth({ cardId, month }: { cardId: string; month: string }): Load<Purchase[]> {
  return useReading(useCallback(signal => readAll({ cardId, month }, signal), [cardId, month]))
}

async function readAll(
  of: { cardId: string; month: string },
  signal: AbortSignal,
): Promise<Read<Purchase[]>> {
  const all = new Map<string, Purchase>()
  for (let page = 1; ; page += 1) {
    const input = { ...of, timezone: zone(), pageSize, page }
    const reply = await send(cardTranscationList, input, { signal, background: true })
    if (!reply.ok) return reply
    for (const purchase of reply.data.list) all.set(purchase.id, purchase)
    if (page * pageSize >= reply.data.total || reply.data.list.length === 0)
      return { ok: true, data: [...all.values()] }
  }
}
