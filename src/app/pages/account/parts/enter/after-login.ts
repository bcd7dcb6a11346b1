import { effect } from '@preact/signals'
import { useEffect, useState } from 'react'
import { currentRoute, goTo } from '../../../../routing/hash-location.tsx'
import { ownRoute } from '../../../../routing/own-route.ts'
import { isSignedIn } from '../../../../state/session.ts'
import { keys, recall, remember } from '../../../../storage.ts'

const entrance = /^(login|register)$/
const onTheWay = /^(login|register|forget|info|service)$/
let stop: (() => void) | null = null

/**
 * Keeps where a log-in leads, also over the registration and what one reads there, until one has gone elsewhere. Whoever is
 * signed in already, or meanwhile logs in from another tab, is led there too. True of who was when they came: they need no
 * form.
 */
export function useAfterLogin(back: string | undefined): boolean {
  const [wasSignedIn] = useState(() => isSignedIn.peek())
  const since = isSignedIn.value ? (wasSignedIn ? 'before' : 'now') : null
  useEffect(() => {
    if (!since || !entrance.test(currentRoute.peek())) return
    // What is kept is from this visit, or from an earlier one.
    const next = ownRoute(back) ?? (since === 'now' ? recall<string>(keys.afterLogin, '/') : '/')
    goTo(/^\/pages\/(login|register)\//.test(next) ? '/' : next, { replace: true })
  }, [since, back])
  useEffect(() => {
    // Without `back`, what is kept is from an earlier visit and goes, unless this visit already keeps one.
    if (back || !stop) remember(keys.afterLogin, ownRoute(back))
    stop ??= effect(forgetElsewhere)
  }, [back])
  return since === 'before'
}

function forgetElsewhere() {
  if (onTheWay.test(currentRoute.value)) return
  remember(keys.afterLogin, null)
  stop?.()
  stop = null
}
