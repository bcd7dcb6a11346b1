import { useRef } from 'react'
import type { sendEmail } from '../contract/account.ts'
import * as rule from '../contract/field.ts'
import { dateTime } from './calendar.ts'
import { type CodeType, useEmailCode } from './email-code.ts'
import { type Bound, fieldText } from './form.ts'
import { maskEmail } from './mask.ts'
import type { Reply } from './send.ts'
import { t } from './state/locale.ts'
import { Field } from './ui/field.tsx'

export interface CodeFieldProps {
  bound: Bound
  form: { blame(name: string, error: string): void }
  email: string
  type: CodeType
  /** Where a form has more than one. */
  label?: string
  /** No code was sent, for a reason that is not about this field. */
  onRefused: (reply: Reply<typeof sendEmail>) => void
}

/** The field of a code from an e-mail, with the button that sends one and counts down to the next. */
export function CodeField({ bound, form, email, type, label, onRefused }: CodeFieldProps) {
  const { secondsLeft, isSending, wasSent, ask } = useEmailCode(type, email)
  const box = useRef<HTMLDivElement>(null)

  async function press() {
    if (isSending) return
    if (!rule.email.safeParse(email).success) return form.blame('email', fieldText('email'))
    const reply = await ask()
    if (reply.ok) return box.current?.querySelector('input')?.focus()
    if (reply.key !== 'code_wait') return onRefused(reply)
    const { resendAt } = reply.details ?? {}
    const isLong = typeof resendAt === 'string' && Date.parse(resendAt) - Date.now() > 10 * 60_000
    form.blame('code', isLong ? t('code.limit', { time: dateTime(resendAt) }) : t('refusal.code_wait'))
  }

  const hint = wasSent ? t('code.sent', { email: maskEmail(email) }) : t('code.hint')
  return (
    <div ref={box}>
      <Field
        label={label ?? t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={hint}
        {...bound}
        onInput={text => bound.onInput(text.replace(/\D/g, '').slice(0, 6))}
        after={
          <button type="button" aria-busy={isSending || undefined} disabled={secondsLeft > 0} onClick={press}>
            {secondsLeft > 0
              ? t('code.wait', { seconds: secondsLeft })
              : t(wasSent ? 'code.again' : 'code.send')}
          </button>
        }
      />
      <span class="sr" role="status">
        {wasSent ? hint : ''}
      </span>
    </div>
  )
}
