import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { UserInfo } from '../../contract/account.ts'
import { keys, recall, remember, tokenNow } from '../storage.ts'

/** Who is signed in, and the token that says so (header X-Access-Token). */
export interface Session {
  token: string
  user: UserInfo
}

const current = signal<Session | null>(restored())

/** Who is signed in. Read anywhere; only the functions of this file write it. */
export const session: ReadonlySignal<Session | null> = current
export const isSignedIn = computed(() => current.value !== null)

export function signIn({ token, userInfo }: { token: string; userInfo: UserInfo }) {
  current.value = { token, user: userInfo }
  remember(keys.token, token)
  remember(keys.user, userInfo)
}

/** Rises whenever something newer is known of the person. */
export let updates = 0

/** Replaces what is known of the person; the token stays. An answer about somebody else came too late. */
export function updateUser(user: UserInfo) {
  if (current.value?.user.id !== user.id) return
  updates += 1
  current.value = { ...current.value, user }
  remember(keys.user, user)
}

/** Takes over what another tab has stored, if that is something else. */
export function restore() {
  const stored = restored()
  if (JSON.stringify(stored) !== JSON.stringify(current.value)) current.value = stored
}

export function signOut() {
  current.value = null
  // What the head script asked for was asked for them.
  const glaze = globalThis.window?.glaze
  if (glaze) glaze.early = {}
  remember(keys.token, null)
  remember(keys.user, null)
}

function restored(): Session | null {
  const token = tokenNow()
  const user = recall(keys.user, {} as UserInfo)
  return token && typeof user.email === 'string' ? { token, user } : null
}
