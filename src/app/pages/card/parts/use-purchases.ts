import { useState } from 'react'
import { cardTranscationList } from '../../../../contract/card.ts'
import { keepHere, keptHere } from '../../../kept-here.ts'
import { refusalText, send } from '../../../send.ts'
import { useLoad } from '../../../use-load.ts'
import { zone } from '../../../zone.ts'
import type { Purchase } from './purchases.tsx'

const pageSize = 20

export interface PurchaseFilter {
  cardId: string
  month: string
  status?: Purchase['status'] | undefined
}

/**
 * Purchases of one month, page after page: `further` is how to get the next one, or null at the end; `notice` says why it
 * did not come. On the way back they are there as far down as they were read. Another filter is another list: give the
 * component a key.
 */
export function usePurchases({ cardId, month, status }: PurchaseFilter) {
  const input = { pageSize, cardId, month, timezone: zone(), ...(status && { status }) }
  const key = `further ${JSON.stringify(input)}`
  const first = useLoad(cardTranscationList, { ...input, page: 1 })
  const [later, setLater] = useState<Purchase[]>(() => keptHere(key) ?? [])
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)

  async function load(page: number) {
    setBusy(true)
    say(null)
    const reply = await send(cardTranscationList, { ...input, page })
    setBusy(false)
    if (!reply.ok) return say(refusalText(reply))
    const next = unique([...later, ...reply.data.list])
    keepHere(key, next)
    setLater(next)
  }

  const list = unique([...(first.data?.list ?? []), ...later])
  const hasMore = first.data !== null && list.length < first.data.total
  const further = hasMore ? () => load(Math.floor(list.length / pageSize) + 1) : null
  return { first, list, isBusy, notice, further }
}

/** A new purchase pushes the others to the next page: nothing is shown twice. */
function unique(list: Purchase[]): Purchase[] {
  return [...new Map(list.map(purchase => [purchase.id, purchase])).values()]
}
