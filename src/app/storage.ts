/** The keys of specification section 3. */
export const keys = {
  token: 'accessToken',
  user: 'loginUserInfo',
  afterLogin: 'loginAfterUrl',
  webView: 'webViewUrl',
  rates: 'exchangeRates',
  language: 'language',
  currency: 'currency',
  refer: 'referCode',
  /** Decisions about money that have no definite answer yet (decision.ts). */
  decisions: 'decisions',
  /** The cardholder an issuer's page was opened for, by the application or the kind of card it is for. */
  cardHolder: 'cardHolder',
  hideAmounts: 'hideAmounts',
  /** What the account and this device agreed on last (preferences.ts). */
  agreed: 'agreed',
  /** `light` or `dark` when the customer chose; else as the phone or Telegram has it. */
  appearance: 'appearance',
  /** When the install banner was closed. */
  installClosedAt: 'installClosedAt',
  /** Set by "log out on this device only" (decision D8): no automatic Telegram login. */
  stayedOut: 'stayedOut',
} as const

/** What the entry does not need has its name outside of `keys`, which travels with it. */
export type Key =
  | (typeof keys)[keyof typeof keys]
  | 'drafts'
  | 'strangerDrafts'
  | 'confirmBy'
  | 'zone'
  /** The passkeys that confirm payments on this device, by whom. */
  | 'passkeysHere'
  /** Where this device was told to show notifications (push/here.ts). */
  | 'pushHere'
  /** Whose account each Telegram user opens on this device, once that was said to be theirs (telegram/known-here.ts). */
  | 'telegramHere'
  | 'faq'
  /** What lay over the page at the last launch in Telegram, in full screen and else (start/head.ts). */
  | 'hostRoom'
  /** The questions whose answers helped, by their ids. */
  | 'helped'
  /** Whether there is one, as operators had it when we asked last. */
  | 'inviteTab'

/** Stands in where storage is blocked (Telegram Web's iframe) or full; lives as long as the page. */
const memory = new Map<Key, string>()

/**
 * What is stored, where it is of the kind of what stands in for it, else that: anything can be written there, by hand or by
 * another version of the app. Without a stand-in (null) it may be of any kind.
 */
export function recall<T = unknown>(key: Key, like: T = null as T): T {
  try {
    const value = JSON.parse((memory.get(key) ?? localStorage.getItem(key)) as string)
    if (like === null || value?.constructor === like?.constructor) return value
  } catch {
    // Nothing that can be read.
  }
  return like
}

/**
 * The token to send now: another tab may have renewed it meanwhile, and a replaced one ends the session of both. What no
 * header can hold is none.
 */
export function tokenNow(): string {
  const token = recall<string>(keys.token, '')
  return /[^!-~]/.test(token) ? '' : token
}

/** Stores a value; null removes it. Never throws. */
export function remember(key: Key, value: unknown) {
  memory.delete(key)
  const text = value === null || value === undefined ? null : JSON.stringify(value)
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    if (text !== null) memory.set(key, text)
    keep?.(key, text)
  }
}

let keep: ((key: Key, text: string | null) => void) | undefined

/** Tells somebody who can keep it what storage would not take. */
export function keepWith(keeper: typeof keep) {
  keep = keeper
}
