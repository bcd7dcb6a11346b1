import { useEffect, useState } from 'react'
import type { UserInfo } from '../contract/account.ts'
import { currentRoute, currentUrl, go } from './hash-location.tsx'
import { session } from './state/session.ts'

/** The person who is signed in. Nobody is, or nobody any more: off to the log-in, and back here afterwards. */
export function useMember(): UserInfo | null {
  const user = session.value?.user ?? null
  const [here] = useState(() => currentRoute.peek())
  useEffect(() => {
    // A customer who logs out has left already.
    if (!user && here === currentRoute.peek()) go('login', { back: currentUrl.peek() }, { replace: true })
  }, [user, here])
  return user
}
