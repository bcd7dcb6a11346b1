import type { MessageKey } from '../locales/keys.ts'
import { t } from '../state/locale.ts'

/** What a fee was for, as a bill names it (`remark.fee`); one that is not known is just a fee. */
export function feeName(fee: string | undefined): string {
  return told(`feeKind.${fee}`) ?? t('billKind.fee')
}

/** Words for what a server may name; null when there are none. */
export function told(key: string): string | null {
  const words = t(key as MessageKey)
  return words === key ? null : words
}
