import { useState } from 'react'
import { inviter } from '../../../../../contract/invite.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'

/** Who invites with this code, that somebody does, or that nobody does; null while that is not known. Each code is answered once. */
export function useInviter(referCode: string): string | null {
  const [known, keep] = useState({ referCode: '', isKnown: false, name: null as string | null })

  usePoll(async signal => {
    if (!referCode || referCode === known.referCode) return null
    const reply = await send(inviter, { referCode }, { background: true, signal })
    if (reply.ok && !signal.aborted) keep({ referCode, ...reply.data })
    return null
  }, referCode)

  if (!referCode || referCode !== known.referCode) return null
  if (known.name) return t('account.register.inviter', { name: known.name })
  return t(known.isKnown ? 'account.register.someInviter' : 'account.register.noInviter')
}
