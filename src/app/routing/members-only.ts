import { useEffect, useState } from 'react'
import type { UserInfo } from '../../contract/account.ts'
import { session } from '../state/session.ts'
import { currentRoute, currentUrl, go, goTo } from './hash-location.tsx'

/** An id that nothing can have: the link was cut off. */
const noId = /[?&]((_|card(Out)?|order|ref)?id|dispute)=(?!([\da-f-]{36}|list)?(&|$))/i

/**
 * The person who is signed in. Nobody is, or nobody any more: off to the log-in, and back here afterwards. A link to
 * nothing leads nobody on: it says so.
 */
export function useMember(): UserInfo | null {
  const user = session.value?.user ?? null
  const [here] = useState(() => currentRoute.peek())
  // A page stays until the next one is there; a customer who logs out has left already.
  const isHere = here === currentRoute.peek()
  const isNothing = isHere && noId.test(currentUrl.peek())
  useEffect(() => {
    if (here !== currentRoute.peek()) return
    if (isNothing) goTo('/pages/nowhere/nowhere', { replace: true })
    else if (!user) go('login', { back: currentUrl.peek() }, { replace: true })
  }, [user, here, isNothing])
  return isNothing ? null : user
}
