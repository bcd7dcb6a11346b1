import { useState } from 'react'
import type { Bound } from '../../../../forms/form.ts'
import { t } from '../../../../state/locale.ts'
import { Field } from '../../../../ui/field.tsx'
import { useInviter } from './use-inviter.ts'

const codeLength = 8

/** The code of an invitation, which nobody has to have; whose it is, once it is whole or the field is left. */
export function InvitationField({ bound }: { bound: Bound }) {
  const code = bound.value.trim()
  const [leftWith, leave] = useState(code)
  const isTyped = code.length === codeLength || code === leftWith
  const inviter = useInviter(isTyped ? code : '')
  return (
    <Field
      label={t('account.register.refer')}
      isOptional
      isCode
      maxLength={64}
      hint={inviter ?? undefined}
      {...bound}
      onBlur={() => {
        bound.onBlur()
        leave(code)
      }}
    />
  )
}

/** The code that Telegram vouches for, and whose it is. */
export function Invited({ code }: { code: string }) {
  const inviter = useInviter(code)
  return (
    <div class="cap" role="status">
      <p>{t('account.register.invitedBy', { code })}</p>
      {/* Its line is kept free: nothing moves when it comes. */}
      <p>{inviter ?? '\u00a0'}</p>
    </div>
  )
}
