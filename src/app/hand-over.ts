import { share } from './telegram/outward.ts'
import { isTelegram } from './telegram/telegram.ts'

/** Offers a text to others: Telegram's chooser, else the system's. False where there is neither: copy it instead. */
export async function shareText({ text, address }: { text: string; address: string }): Promise<boolean> {
  if (isTelegram()) return await share(address, text)
  if (!navigator.share) return false
  return await offered({ text: `${text}\n${address}` })
}

/**
 * Keeps a file: through the system's sheet on a phone, as a download elsewhere. False where neither is to be had, as
 * inside Telegram: a picture can be shown there, a long press keeps it.
 */
export async function keepFile(content: Blob, name: string): Promise<boolean> {
  const file = new File([content], name, { type: content.type })
  const isPhone = matchMedia('(pointer: coarse)').matches
  if (isPhone && navigator.canShare?.({ files: [file] })) return await offered({ files: [file] })
  if (isTelegram()) return false
  const url = URL.createObjectURL(content)
  const anchor = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}

/** True when it was taken, and when the person thought better of it. */
function offered(what: ShareData): Promise<boolean> {
  return navigator.share(what).then(
    () => true,
    error => error.name === 'AbortError',
  )
}
