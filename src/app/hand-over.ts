import { offer, share } from './telegram/outward.ts'
import { isTelegram } from './telegram/telegram.ts'

/** Offers a text to others: Telegram's chooser, else the system's. False where there is neither: copy it instead. */
export async function shareText({ text, address }: { text: string; address: string }): Promise<boolean> {
  if (isTelegram()) return await share(address, text)
  return await offer({ text: `${text}\n${address}` })
}

/** Keeps a file that the server has made; its content comes in base64. */
export function keepMade({ content, name, type }: { content: string; name: string; type: string }) {
  const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
  return keepFile(new Blob([bytes], { type }), name)
}

/**
 * Keeps a file: through the system's sheet on a phone, as a download elsewhere. False where neither is to be had, as
 * inside Telegram: a picture can be shown there, a long press keeps it.
 */
export async function keepFile(content: Blob, name: string): Promise<boolean> {
  const file = new File([content], name, { type: content.type })
  const isPhone = matchMedia('(pointer: coarse)').matches
  if (isPhone && navigator.canShare?.({ files: [file] })) return await offer({ files: [file] })
  if (isTelegram()) return false
  const url = URL.createObjectURL(content)
  const anchor = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}
