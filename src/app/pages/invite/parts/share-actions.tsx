import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import { sharedLink } from '../../../routing/invite-link.ts'
import { t } from '../../../state/locale.ts'
import { share } from '../../../telegram/outward.ts'
import { isTelegram } from '../../../telegram/telegram.ts'
import { Button } from '../../../ui/button.tsx'
import { copy } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'

/**
 * Shares a link: as a message our bot has prepared, Telegram's chooser, the system's, else the clipboard; where nothing
 * works the link itself is shown.
 */
export function ShareActions({ url, children }: { url: string; children?: ComponentChildren }) {
  const [isBusy, setBusy] = useState(false)
  const [isStuck, stick] = useState(false)

  async function copyLink() {
    const isCopied = await copy(url)
    stick(!isCopied)
    if (isCopied) toast(t('invite.copied'))
  }
  async function press() {
    setBusy(true)
    const isShared = (await sentByBot(url)) || (await share(await sharedLink(url), t('invite.shareText')))
    setBusy(false)
    if (!isShared) await copyLink()
  }

  return (
    <div class={box}>
      <Button isBusy={isBusy} onPress={press}>
        {t('invite.share')}
      </Button>
      <Button kind="plain" onPress={copyLink}>
        {t('invite.copyLink')}
      </Button>
      {children}
      <Notice tone="info" text={isStuck ? t('invite.byHand', { url }) : null} />
    </div>
  )
}

/** Inside Telegram an invitation may be a message of our bot's: what that takes is loaded only there. */
async function sentByBot(url: string): Promise<boolean> {
  if (!isTelegram()) return false
  return await import('./prepared-invite.ts').then(
    ({ sendPreparedInvite }) => sendPreparedInvite(url),
    () => false,
  )
}

const box = css`
  display: grid;
  gap: 12px;
  & p {
    overflow-wrap: anywhere;
    user-select: all;
  }
`
