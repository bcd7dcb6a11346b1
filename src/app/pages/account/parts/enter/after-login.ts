import { effect } from '@preact/signals'
import { useEffect } from 'react'
import { currentRoute } from '../../../../hash-location.tsx'
import { ownRoute } from '../../../../own-route.ts'
import { keys, remember } from '../../../../storage.ts'

const onTheWay = /^(login|register|forget|info|service)$/
let stop: (() => void) | null = null

/** Keeps where a log-in leads, also over the registration and what one reads there, until one has gone elsewhere. */
export function useAfterLogin(back: string | undefined) {
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
