import { session } from '../../../../state/session.ts'
import { keys, recall, remember } from '../../../../storage.ts'
import { openLink } from '../../../../telegram/outward.ts'
import { isTelegram } from '../../../../telegram/telegram.ts'

interface Asked {
  /** Who asked. */
  by: string | undefined
  /** What the cardholder is for: an application, or the kind of card. */
  id: string
  cardHolderId: string
}

/** Opens the issuer's page, and keeps where to go on after it. */
export function leaveFor(url: string, { returnPath, ...asked }: Omit<Asked, 'by'> & { returnPath: string }) {
  remember(keys.cardHolder, { by: mine(), ...asked } satisfies Asked)
  remember(keys.webView, returnPath)
  if (isTelegram()) openLink(url)
  else location.assign(url)
}

/** The cardholder that this customer asked about before they left. */
export function askedFor(id: string): string | null {
  const kept = recall(keys.cardHolder, {} as Asked)
  return kept.id === id && kept.by === mine() ? kept.cardHolderId : null
}

/** The issuer has answered: nobody comes back from its page any more. */
export function forgetAsked() {
  remember(keys.cardHolder, null)
  remember(keys.webView, null)
}

function mine(): string | undefined {
  return session.peek()?.user.id
}
