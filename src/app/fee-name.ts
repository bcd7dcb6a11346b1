import type { MessageKey } from './locales/keys.ts'
import { t } from './state/locale.ts'

/** What a fee was for, as a bill names it (`remark.fee`); one that is not known is just a fee. */
export function feeName(fee: string | undefined): string {
  const key = `feeKind.${fee}` as MessageKey
  const words = t(key)
  return words === key ? t('billKind.fee') : words
}
