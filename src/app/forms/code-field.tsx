import { css } from 'goober'
import { useLayoutEffect, useRef } from 'react'
import type { sendEmail } from '../../contract/account.ts'
import * as rule from '../../contract/field.ts'
import { maskEmail } from '../../contract/mask.ts'
import { dateTime } from '../display/calendar.ts'
import type { Reply } from '../send.ts'
import { t } from '../state/locale.ts'
import { afterPress } from '../touch/press.ts'
import { Field } from '../ui/field.tsx'
import { type CodeType, useEmailCode } from './email-code.ts'
import { type Bound, fieldText, type Words } from './form.ts'

const digits = 6

export interface CodeFieldProps {
  bound: Bound
  form: { blame(name: string, error: Words): void }
  email: string
  type: CodeType
  /** Where a form has more than one. */
  label?: string
  /** No code was sent, for a reason that is not about this field. */
  onRefused: (reply: Reply<typeof sendEmail>) => void
}

/**
 * The field of a code from an e-mail, drawn as six cells, with the button that sends one and counts down to the next. The
 * sixth digit submits the form where it is the last that was missing.
 */
export function CodeField({ bound, form, email, type, label, onRefused }: CodeFieldProps) {
  const { secondsLeft, isSending, wasSent, ask } = useEmailCode(type, email)
  const box = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)

  useLayoutEffect(() => {
    const isWhole = isTyped.current && bound.value.length === digits
    isTyped.current = false
    const whole = box.current?.closest('form')
    if (isWhole && whole && lacksNothing(whole)) whole.requestSubmit()
  }, [bound.value])

  async function press() {
    if (isSending) return
    const { error } = rule.email.safeParse(email)
    if (error) return form.blame('email', () => fieldText(error.issues[0]?.message))
    const reply = await ask()
    if (reply.ok) {
      // What was wrong is of the last code; where this one went stands there instead.
      form.blame(bound.name, '')
      return afterPress(goOn)
    }
    if (reply.key !== 'code_wait') return onRefused(reply)
    const { resendAt } = reply.details ?? {}
    const isLong = typeof resendAt === 'string' && Date.parse(resendAt) - Date.now() > 10 * 60_000
    form.blame(bound.name, () =>
      isLong ? t('code.limit', { time: dateTime(resendAt) }) : t('refusal.code_wait'),
    )
  }

  /** On to the code, unless somebody fills in something else meanwhile. */
  function goOn() {
    const last = document.activeElement
    if (last === document.body || box.current?.contains(last)) box.current?.querySelector('input')?.focus()
  }

  const hint = wasSent ? t('code.sent', { email: maskEmail(email) }) : t('code.hint')
  return (
    <div ref={box} class={cells}>
      <Field
        label={label ?? t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={hint}
        {...bound}
        onInput={text => {
          isTyped.current = true
          bound.onInput(text.normalize('NFKC').replace(/\D/g, '').slice(0, digits))
        }}
        after={
          <button type="button" aria-busy={isSending || undefined} disabled={secondsLeft > 0} onClick={press}>
            {secondsLeft > 0
              ? t('code.wait', { seconds: secondsLeft })
              : t(wasSent ? 'code.again' : 'code.send')}
          </button>
        }
      />
      <span class="sr" role="status">
        {wasSent ? hint : null}
      </span>
    </div>
  )
}

/** Whether all but the press of its button is done. What cannot be taken back wants that press. */
function lacksNothing(form: HTMLFormElement): boolean {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button || button.disabled || button.dataset.kind === 'danger') return false
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([hidden]), textarea, select')]
  return fields.every(({ type, checked, value }) => (type === 'checkbox' ? checked : value !== ''))
}

const cells = css`
  & .frame input {
    --gap: .5em;
    padding-inline-end: 0;
    background: repeating-linear-gradient(90deg, var(--line-strong) 0 1ch, transparent 0 calc(1ch + var(--gap)))
      14px calc(100% - 11px) / calc(6ch + 5 * var(--gap)) 2px no-repeat;
    letter-spacing: var(--gap);
    font-variant-numeric: tabular-nums;
  }
`
