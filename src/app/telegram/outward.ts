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
  if (!navigator.share) return false
  return navigator.share({ url, text }).then(
    () => true,
    error => error.name === 'AbortError',
  )
}
