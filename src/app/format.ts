import { createFormatters, DEFAULT_INTL_CONFIG, formatDate, formatMessage } from '@formatjs/intl'
import { type Language, language, useFormat } from './state/locale.ts'

// Plurals, dates and numbers. Three functions bound by hand: `createIntl` brings seventeen.

const formatters = createFormatters()
const configs = { 'zh-CN': config('zh-CN'), 'en-US': config('en-US') }

function config(locale: Language) {
  return { ...DEFAULT_INTL_CONFIG, locale, messages: {}, onError: () => {} }
}

useFormat(({ language: spoken, key, message, values }) =>
  String(
    formatMessage({ ...configs[spoken], messages: { [key]: message } }, formatters, { id: key }, values),
  ),
)

/** A date in the reader's language and time zone; the day alone unless told otherwise. */
export function date(
  at: string | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return formatDate(configs[language.value], formatters.getDateTimeFormat, new Date(at), options as object)
}

/** Day and minute. */
export function dateTime(at: string | Date): string {
  return date(at, { dateStyle: 'medium', timeStyle: 'short' })
}
