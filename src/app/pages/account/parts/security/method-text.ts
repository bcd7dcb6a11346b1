import { t } from '../../../../state/locale.ts'

const named = ['telegram', 'register', 'passkey'] as const

/** How somebody signed in, in the reader's words. */
export function methodText(method: string): string {
  return t(`account.log.${named.find(name => name === method) ?? 'password'}`)
}
