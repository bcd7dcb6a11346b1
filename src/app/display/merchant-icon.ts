import type { IconName } from '../ui/icon-names.ts'

/** The icon of a purchase: what its merchant sells, by its category code. */
export function merchantIcon(mcc: string): IconName {
  if (/^581[1-4]/.test(mcc)) return 'utensils'
  return /^5[34679]/.test(mcc) ? 'shopping-bag' : 'store'
}
