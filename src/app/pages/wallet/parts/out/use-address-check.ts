import { useState } from 'react'
import { checkAddress } from '../../../../../contract/address-book.ts'
import type { Output } from '../../../../../contract/call.ts'
import { useRested } from '../../../../forms/use-rested.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { refusalText, send } from '../../../../send.ts'

export type Checked = Output<typeof checkAddress>

interface AddressCheck {
  /** What the address is that stands there now; null while that is not known. */
  found: Checked | null
  /** Why that could not be found out. */
  failure: string | null
  isAsking: boolean
}

const againMs = 5_000

/** What a typed address is, asked when the fingers rest; nothing is asked about an empty one. */
export function useAddressCheck(chain: string, typed: string): AddressCheck {
  const address = useRested(typed)
  const [known, keep] = useState<{ address: string; found: Checked | null; failure: string | null }>({
    address: '',
    found: null,
    failure: null,
  })

  usePoll(async signal => {
    if (!address) return null
    const reply = await send(checkAddress, { chain, address }, { background: true, signal })
    if (signal.aborted) return null
    keep({ address, found: reply.ok ? reply.data : null, failure: refusalText(reply) })
    return reply.ok || reply.status === undefined ? null : againMs
  }, `${chain} ${address}`)

  const isOfNow = known.address === typed && typed !== ''
  return {
    found: isOfNow ? known.found : null,
    failure: isOfNow ? known.failure : null,
    isAsking: typed !== '' && !isOfNow,
  }
}
