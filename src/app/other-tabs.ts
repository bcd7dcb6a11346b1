import { relaunch } from './routing/hash-location.tsx'
import { restore, session } from './state/session.ts'
import { keys } from './storage.ts'

const shared: (string | null)[] = [keys.token, keys.user, null]

/**
 * Follows a token and a profile that another tab has renewed, also before this began. After a log-out, or a log-in as
 * somebody else, in another tab this one starts over.
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
