import { cardTranscationList } from '../../../../../contract/card.ts'
import { usePages } from '../../../../loading/use-pages.ts'
import { zone } from '../../../../preferences/zone.ts'
import { wireLanguage } from '../../../../state/locale.ts'
import type { Purchase } from './purchase-parts.tsx'

export interface PurchaseFilter {
  cardId: string
  month: string
  status?: Purchase['status'] | undefined
  keyword?: string | undefined
}

/** Purchases of one month, page after page. Another filter is another list: give the component a key. */
export function usePurchases({ cardId, month, status, keyword }: PurchaseFilter) {
  return usePages(cardTranscationList, {
    pageSize: 20,
    keyOf: ({ id }: Purchase) => id,
    filter: {
      ...{ cardId, month, timezone: zone() },
      ...(status && { status }),
      ...(keyword && { keyword, lang: wireLanguage() }),
    },
  })
}
