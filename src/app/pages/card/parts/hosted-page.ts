import { keys, recall, remember } from '../../../storage.ts'
import { openLink } from '../../../telegram/outward.ts'
import { isTelegram } from '../../../telegram.ts'

interface Asked {
  /** What the cardholder is for: an application, or the kind of card. */
  id: string
  cardHolderId: string
}

/** Opens the issuer's page, and keeps where to go on after it. */
export function leaveFor(url: string, { returnPath, ...asked }: Asked & { returnPath: string }) {
  remember(keys.cardHolder, asked)
  remember(keys.webView, returnPath)
  if (isTelegram()) openLink(url)
  else location.assign(url)
}

/** The cardholder that was asked about before one left. */
export function askedFor(id: string): string | null {
  const kept = recall<Asked>(keys.cardHolder)
  return kept?.id === id ? kept.cardHolderId : null
}

/** The issuer has answered: nobody comes back from its page any more. */
export function forgetAsked() {
  remember(keys.cardHolder, null)
  remember(keys.webView, null)
}
