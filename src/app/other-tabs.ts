import { relaunch } from './hash-location.tsx'
import { restore, session } from './state/session.ts'
import { keys } from './storage.ts'

const shared: (string | null)[] = [keys.token, keys.user, null]

/**
 * Follows a renewed token and a renewed profile, those that came before it began among them. Who signed out or in as
 * somebody else in another tab starts over here.
 */
export function followOtherTabs() {
  follow()
  addEventListener('storage', ({ key }) => shared.includes(key) && follow())
}

function follow() {
  const before = session.value?.user.id
  restore()
  if (!before || before === session.value?.user.id) return
  relaunch()
  location.reload()
}
