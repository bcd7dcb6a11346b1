import { useState } from 'react'
import { inviter } from '../../../../../contract/invite.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'

/** Who invites with this code, or that nobody does; null while that is not known. Each code is answered once. */
export function useInviter(referCode: string): string | null {
  const [known, keep] = useState<{ referCode: string; name: string | null }>({ referCode: '', name: null })

  usePoll(async signal => {
    if (!referCode || referCode === known.referCode) return null
    const reply = await send(inviter, { referCode }, { background: true, signal })
    if (reply.ok && !signal.aborted) keep({ referCode, name: reply.data.name })
    return null
  }, referCode)

  if (!referCode || referCode !== known.referCode) return null
  return known.name ? t('account.register.inviter', { name: known.name }) : t('account.register.noInviter')
}
