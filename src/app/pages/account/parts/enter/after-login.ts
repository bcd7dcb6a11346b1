import { effect } from '@preact/signals'
import { useEffect, useState } from 'react'
import { currentRoute, goTo } from '../../../../routing/hash-location.tsx'
import { ownRoute } from '../../../../routing/own-route.ts'
import { isSignedIn } from '../../../../state/session.ts'
import { keys, recall, remember } from '../../../../storage.ts'

const onTheWay = /^(login|register|forget|info|service)$/
let stop: (() => void) | null = null

/**
 * Keeps where a log-in leads, also over the registration and what one reads there, until one has gone elsewhere. Whoever
 * meanwhile logs in from another tab is led there too.
 */
export function useAfterLogin(back: string | undefined) {
  const [wasSignedIn] = useState(() => isSignedIn.peek())
  const isNew = isSignedIn.value && !wasSignedIn
  useEffect(() => {
    if (!isNew || !/^(login|register)$/.test(currentRoute.peek())) return
    goTo(ownRoute(back) ?? recall<string>(keys.afterLogin, '/'), { replace: true })
  }, [isNew, back])
  useEffect(() => {
    // Without `back`, what is kept is from an earlier visit and goes, unless this visit already keeps one.
    if (back || !stop) remember(keys.afterLogin, ownRoute(back))
    stop ??= effect(forgetElsewhere)
  }, [back])
}

function forgetElsewhere() {
  if (onTheWay.test(currentRoute.value)) return
  remember(keys.afterLogin, null)
  stop?.()
  stop = null
}
