import { signal } from '@preact/signals'
import type { Refusal } from '../../../../contract/refusal.ts'
import { whyOf } from '../../../../contract/why.ts'
import { dateTime } from '../../../display/calendar.ts'
import { codeText, fieldText, type Words } from '../../../forms/form.ts'
import { link } from '../../../routing/hash-location.tsx'
import { refusalText } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { feel } from '../../../telegram/telegram.ts'
import type { No } from '../../../trouble/trouble.ts'
import { Why } from '../../../trouble/trouble-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** What a refusal needs of a form. */
export interface Refusable {
  values: Record<string, string>
  notice: string | null
  blame(name: string, error: Words): void
  refuse: (notice: Words | null) => void
}

type Way = 'login' | 'register' | 'forget'
interface Place {
  /** The field it is about, where the form has it. */
  field?: string
  text: string
  /** For the notice: what could not be done because of that field. */
  headline?: string
  /** Where it can be mended, with its own words above the button. */
  way?: Way
}

const fields: Partial<Record<Refusal, string>> = {
  credentials_wrong: 'password',
  email_registered: 'email',
  email_unregistered: 'email',
  code_incorrect: 'code',
  code_wait: 'code',
  pin_incorrect: 'oldPin',
}
const ways: Partial<Record<Refusal, Way>> = {
  email_registered: 'login',
  email_unregistered: 'register',
  password_locked: 'forget',
}
const reasons = [
  'launch_used',
  'account_bound',
  'telegram_bound',
  'not_bound',
  'launch_refused',
  'password_unset',
  'like_password',
] as const

/** Where the words of a no belong; null when the page itself called it off. */
export function placeOf({ key, details }: No): Place | null {
  if (!key) return null
  const wrong = Object.entries((details?.fields ?? {}) as Record<string, string>)[0]
  if (wrong) {
    const [field, message] = wrong
    const text = message === 'commonPassword' ? t('account.commonPassword') : fieldText(message)
    return { field, text, ...(key !== 'input_invalid' && { headline: textOf(key, details) }) }
  }
  const reason = reasons.find(known => known === details?.reason)
  if (reason) return { text: t(`account.reason.${reason}`) }
  const text = textOf(key, details)
  return { text, ...(fields[key] ? { field: fields[key] } : {}), ...(ways[key] ? { way: ways[key] } : {}) }
}

function textOf(key: Refusal, details: No['details']): string {
  if (key === 'unbind_limit' && typeof details?.resetAt === 'string') {
    return t('account.unbindLimit', { time: dateTime(details.resetAt) })
  }
  // Others have guessed at many customers from the same network.
  if ((key === 'password_locked' || key === 'code_wait') && typeof details?.until === 'string') {
    return t('account.wrongHere', { time: dateTime(details.until) })
  }
  return codeText({ key, details }) ?? refusalText({ ok: false, key }) ?? ''
}

const way = signal<Way | null>(null)
const why = signal<string | undefined>(undefined)

/** Puts a no where it belongs: at its field, which takes the focus, or into the notice with the way on. */
export function useRefusal(form: Refusable) {
  function answer(no: No) {
    const place = placeOf(no)
    if (!place) return
    feel('error')
    way.value = place.way ?? null
    why.value = no.key && whyOf(no.key, no.details)
    const isAtField = place.field !== undefined && place.field in form.values
    if (isAtField) {
      form.blame(place.field as string, () => placeOf(no)?.text ?? null)
      focusWrong()
    }
    const words = () => noticeOf(placeOf(no) ?? place, isAtField)
    if (words()) form.refuse(words)
  }
  return { answer }
}

/** What the notice of the form says; nothing when the field has said it all. */
function noticeOf({ way, text, headline }: Place, isAtField: boolean): string | null {
  if (!isAtField) return text
  return way ? t(`account.way.${way}`) : (headline ?? null)
}

/** The notice of a form with its way on. */
export function RefusalNotice({ form }: { form: Refusable }) {
  const on = way.value
  return (
    <Notice
      text={form.notice}
      action={
        form.notice && (
          <>
            {on && <a href={link(on)}>{t(`account.way.${on}Action`)}</a>}
            <Why of={why.value} />
          </>
        )
      }
    />
  )
}

export function focusWrong() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
