import { useEffect, useState } from 'react'
import { agreements } from '../../../../../contract/params.ts'
import { send } from '../../../../send.ts'
import { wireLanguage } from '../../../../state/locale.ts'
import { isSignedIn } from '../../../../state/session.ts'

/** The agreements whose version in force the reader has not agreed to; none of somebody who is not signed in. */
export function useNewAgreements(): string[] {
  const [fresh, keep] = useState<string[]>([])
  useEffect(() => {
    if (!isSignedIn.value) return
    const stop = new AbortController()
    send(agreements, { lang: wireLanguage() }, { signal: stop.signal, background: true }).then(reply => {
      if (reply.ok)
        keep(reply.data.filter(one => one.accepted?.version !== one.version).map(({ key }) => key))
    })
    return () => stop.abort()
  }, [])
  return fresh
}
