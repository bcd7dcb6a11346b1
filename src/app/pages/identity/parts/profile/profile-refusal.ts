import { fieldText } from '../../../../forms/form.ts'
import { refusalText } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { No } from '../../../../trouble/trouble.ts'
import { shapes } from './profile-rules.ts'

/** Where the words of a no belong: at the fields it names, else into the notice. */
export function blamesOf(reply: No): { fields: Record<string, string>; notice: string | null } {
  if (reply.key === 'phone_invalid') return { fields: { phone: t('refusal.phone_invalid') }, notice: null }
  const told = Object.entries((reply.details?.fields ?? {}) as Record<string, string>)
  const fields = Object.fromEntries(
    told.filter(([name]) => name in shapes).map(([name, message]) => [name, wordsOf(message)]),
  )
  return { fields, notice: Object.keys(fields).length > 0 ? null : refusalText(reply) }
}

function wordsOf(message: string): string {
  return message === 'birthday' ? t('identity.birthdayWrong') : fieldText(message)
}
