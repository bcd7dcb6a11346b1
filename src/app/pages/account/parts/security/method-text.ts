import { t } from '../../../../state/locale.ts'

/** How somebody signed in, in the reader's words. */
export function methodText(method: string): string {
  return t(`account.log.${method === 'telegram' || method === 'register' ? method : 'password'}`)
}
