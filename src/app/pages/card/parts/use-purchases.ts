import { useEffect, useState } from 'react'
import { cardTranscationList } from '../../../../contract/card.ts'
import { send } from '../../../send.ts'
import { useLoad } from '../../../use-load.ts'
import { timezone } from './month.ts'
import type { Purchase } from './purchases.tsx'

const pageSize = 20

export interface PurchaseFilter {
  cardId: string
  month: string
  status?: Purchase['status'] | undefined
}

/** Purchases of one month, page after page: `further` is how to get the next one, or null at the end. */
export function usePurchases({ cardId, month, status }: PurchaseFilter) {
  const input = { pageSize, cardId, month, timezone: timezone(), ...(status && { status }) }
  const key = JSON.stringify(input)
  const first = useLoad(cardTranscationList, { ...input, page: 1 })
  const [later, setLater] = useState<Purchase[]>([])
  const [isBusy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or a renewed first page begins anew
  useEffect(() => setLater([]), [key, first.data])

  async function load(page: number) {
    setBusy(true)
    const reply = await send(cardTranscationList, { ...input, page })
    setBusy(false)
    if (reply.ok) setLater(last => [...last, ...reply.data.list])
  }

  const list = unique([...(first.data?.list ?? []), ...later])
  const loaded = (first.data?.list.length ?? 0) + later.length
  const hasMore = first.data !== null && loaded < first.data.total
  return { first, list, isBusy, further: hasMore ? () => load(Math.floor(loaded / pageSize) + 1) : null }
}

/** A new purchase pushes the others to the next page: nothing is shown twice. */
function unique(list: Purchase[]): Purchase[] {
  return [...new Map(list.map(purchase => [purchase.id, purchase])).values()]
}
