import { createFormatters, DEFAULT_INTL_CONFIG, formatMessage } from '@formatjs/intl'
import { type Language, useFormat } from './state/locale.ts'

// Plurals and numbers within sentences. One function bound by hand: `createIntl` brings seventeen.

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
