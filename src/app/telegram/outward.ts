import { post, supports } from './telegram.ts'

/** Opens a page outside the app. */
export function openLink(url: string) {
  const path = /^https:\/\/t\.me(\/.*)$/.exec(url)?.[1]
  if (!supports('6.1')) window.open(url, '_blank', 'noopener')
  else if (path) post('web_app_open_tg_link', { path_full: path })
  else post('web_app_open_link', { url })
}

/** Offers a link to others: Telegram's chooser, else the system's. False where there is neither: copy it instead. */
export async function share(url: string, text: string): Promise<boolean> {
  if (supports('6.1')) {
    openLink(`https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`)
    return true
  }
  return await offer({ url, text })
}

/** Offers something through the system's sheet. True when it was taken, and when the person thought better of it. */
export async function offer(what: ShareData): Promise<boolean> {
  if (!navigator.share) return false
  return await navigator.share(what).then(
    () => true,
    error => error.name === 'AbortError',
  )
}
