import { useCallback, useEffect, useRef, useState } from 'react'
import { addressRules, getMailingCost } from '../../../../../contract/address.ts'
import type { Output } from '../../../../../contract/call.ts'
import { send } from '../../../../send.ts'
import type { No } from '../../../../trouble/trouble.ts'

export type Rules = Output<typeof addressRules>

export interface MailingTerms {
  rules: Rules
  /** Null where we do not mail. */
  cost: Output<typeof getMailingCost>
}

interface Known {
  country: string
  terms: MailingTerms | null
  failure: No | null
}

/** What an address in a country needs and what mailing there costs; null until it is known. */
export function useMailingTerms(country: string) {
  const [known, know] = useState<Known | null>(null)
  const stop = useRef(new AbortController())

  const load = useCallback(async () => {
    stop.current.abort()
    stop.current = new AbortController()
    const { signal } = stop.current
    if (!country) return
    know(null)
    const [rules, cost] = await Promise.all([
      send(addressRules, { country }, { signal, background: true }),
      send(getMailingCost, { country }, { signal, background: true }),
    ])
    if (signal.aborted) return
    if (rules.ok && cost.ok) know({ country, terms: { rules: rules.data, cost: cost.data }, failure: null })
    else know({ country, terms: null, failure: rules.ok ? cost : rules })
  }, [country])

  useEffect(() => {
    load()
    return () => stop.current.abort()
  }, [load])

  const mine = known?.country === country ? known : null
  return { terms: mine?.terms ?? null, failure: mine?.failure ?? null, reload: load }
}
