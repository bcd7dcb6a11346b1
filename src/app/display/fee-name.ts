import type { MessageKey } from '../locales/keys.ts'
import { t } from '../state/locale.ts'

/** What a fee was for, as a bill names it (`remark.fee`); one that is not known is just a fee. */
export function feeName(fee: string | undefined): string {
  return told(`feeKind.${fee}`) ?? t('billKind.fee')
}

/** What a kind of cost is called (`costKind` of the contract, or `all`); null for what is none: it may come from a URL. */
export function costName(kind: string | undefined): string | null {
  return told(`feeKind.${kind}`) ?? told(`costKind.${kind}`)
}

/** Words for what a server may name; null when there are none. */
export function told(key: string): string | null {
  const words = t(key as MessageKey)
  return words === key ? null : words
}
