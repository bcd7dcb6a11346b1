import { loadWords, t } from '../state/locale.ts'

const telegramWeb = 'https://web.telegram.org'

/**
 * Who frames us: the origin to talk to, null where nobody does, `foreign` when any frame around us is somebody else's.
 * Where a browser does not tell, it is Telegram's own or nobody: what is posted reaches no other.
 */
export function parentOrigin(): string | null | 'foreign' {
  if (window.parent === window) return null
  const { ancestorOrigins } = location
  const known = ancestorOrigins ? [...ancestorOrigins] : referrer()
  if (known.some(origin => !isTrusted(origin))) return 'foreign'
  return known[0] ?? telegramWeb
}

function referrer(): string[] {
  try {
    return [new URL(document.referrer).origin]
  } catch {
    return []
  }
}

/** Telegram Web, ourselves, and for development whoever is on the same machine. */
function isTrusted(origin: string): boolean {
  if (origin === telegramWeb || origin === location.origin) return true
  return isLocal(location.hostname) && URL.canParse(origin) && isLocal(new URL(origin).hostname)
}

function isLocal(host: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}

/** In somebody else's frame a tap may be meant for something else than what lies under it: nothing is shown there. */
export async function refuseFrame(): Promise<void> {
  document.body.replaceChildren()
  await loadWords('account')
  const text = document.createElement('p')
  text.textContent = t('account.frame.text')
  const way = document.createElement('a')
  way.textContent = t('account.frame.open')
  way.href = location.origin
  way.target = '_blank'
  way.rel = 'noopener'
  way.style.cssText = 'display:inline-block;padding:12px 0;font-weight:600'
  const main = document.createElement('main')
  main.style.cssText = 'padding:48px 24px'
  main.append(text, way)
  document.body.append(main)
}
