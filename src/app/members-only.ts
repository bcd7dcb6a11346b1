import { useEffect } from 'react'
import type { UserInfo } from '../contract/account.ts'
import { currentUrl, go } from './hash-location.tsx'
import { isSignedIn, session } from './state/session.ts'

/** The person who is signed in. Nobody is: off to the log-in, and back here afterwards. */
export function useMember(): UserInfo | null {
  useEffect(() => {
    if (!isSignedIn.peek()) go('login', { back: currentUrl.peek() }, { replace: true })
  }, [])
  return session.value?.user ?? null
}
