/** What Telegram hands over at the start, as it came: `tgWebAppData`, `tgWebAppVersion`, … */
export type LaunchParams = Record<string, string>

/** True inside Telegram, told by its launch parameters. */
export function isTelegram(): boolean {
  return Boolean(globalThis.window?.glaze?.params)
}

/** The hash taken apart: Telegram's parameters, the route, and the route's own query. */
export interface Launch {
  params: LaunchParams | null
  path: string
  query: URLSearchParams
}

/**
 * Takes Telegram's parameters out of the hash. They come as `#tgWebApp…`, `#/route?tgWebApp…` or
 * `#/route?own=1&tgWebApp…`; what is left is a clean route. `#?` is Home with a query, too.
 */
export function readHash(hash: string): Launch {
  const raw = hash.slice(1).replace(/^\?/, '/?')
  const path = raw.startsWith('/') ? (raw.split(/[?&]/, 1)[0] as string) : '/'
  const query = new URLSearchParams(raw.startsWith('/') ? raw.slice(path.length + 1) : raw)
  const params: LaunchParams = {}
  // Telegram adds its data to whatever the address of a bot's button holds: where there is more than one, one is somebody else's.
  const isMixed = `${query}`.split('tgWebAppData').length > 2
  for (const [key, value] of [...query]) {
    if (!key.startsWith('tgWebApp')) continue
    if (!isMixed || key !== 'tgWebAppData') params[key] = value
    query.delete(key)
  }
  if (!raw.startsWith('/')) for (const key of [...query.keys()]) query.delete(key)
  return { params: Object.keys(params).length ? params : null, path, query }
}

/** `lang=en` or `en-GB` is English, `zh` or `zh-TW` Chinese: the nearest of section 2; anything else says nothing. */
export function languageOf(lang: string | null | undefined): 'zh-CN' | 'en-US' | null {
  if (/^en\b/i.test(lang ?? '')) return 'en-US'
  return /^zh\b/i.test(lang ?? '') ? 'zh-CN' : null
}

/** The start parameter taken apart: kind (`r` marks a referral code), id and, perhaps, a language: `r_CODE_en`. */
export function startParam(params: LaunchParams | null): string[] {
  const given = params?.tgWebAppStartParam ?? new URLSearchParams(params?.tgWebAppData).get('start_param')
  return given?.split('_') ?? []
}

/** Whether Telegram's background is dark: its luminance decides which of our own palettes is worn. */
export function isDark(themeParams: string | undefined): boolean | null {
  const colour = /"bg_color":\s*"#(\w\w)(\w\w)(\w\w)/.exec(themeParams ?? '')
  if (!colour) return null
  const [red, green, blue] = colour.slice(1).map(part => Number.parseInt(part, 16)) as [
    number,
    number,
    number,
  ]
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128
}
