import { publicParam } from '../../contract/params.ts'
import { send } from '../send.ts'
import { wireLanguage } from '../state/locale.ts'
import { isTelegram } from '../telegram/telegram.ts'
import { link } from './hash-location.tsx'

/**
 * The public link of a referral code, in the language of the sender. Whoever draws a preview of it (link-preview.ts of
 * the server) sees only what is before the `#`.
 */
export function inviteLink(code: string): string {
  const seen = new URLSearchParams({ lang: wireLanguage(), refer: code })
  return `${location.origin}/?${seen}${link('sharePage', { refer: code })}`
}

/** What an invitation is shared as: inside Telegram the app there, which vouches for the code; else the link itself. */
export async function sharedLink(url: string): Promise<string> {
  const code = new URL(url).searchParams.get('refer')
  if (!isTelegram() || !code) return url
  const reply = await send(publicParam, { group: 'telegram', key: 'botName' }, { background: true })
  const bot = reply.ok && typeof reply.data === 'string' ? reply.data : ''
  return /^\w{3,32}$/.test(bot) ? `https://t.me/${bot}?startapp=r_${code}_${wireLanguage()}` : url
}
