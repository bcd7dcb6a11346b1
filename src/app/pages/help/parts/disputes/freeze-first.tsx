import { useState } from 'react'
import { freeze } from '../../../../../contract/card-control.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'

/** Somebody else pays with the card: it is stopped before anything is written. */
export function FreezeFirst({ cardId, last4 }: { cardId: string; last4: string }) {
  const [isBusy, setBusy] = useState(false)
  const [isFrozen, done] = useState(false)
  const [trouble, tell] = useState<string | null>(null)

  async function press() {
    setBusy(true)
    tell(null)
    const reply = await send(freeze, { id: cardId })
    setBusy(false)
    if (!reply.ok) return tell(refusalText(reply))
    feel('medium')
    done(true)
  }

  return (
    <>
      <Notice
        tone={isFrozen ? 'pos' : 'warn'}
        text={isFrozen ? t('dispute.frozen', { last4 }) : t('dispute.first')}
      />
      {!isFrozen && (
        <Button kind="plain" isBusy={isBusy} onPress={press}>
          {t('dispute.freeze', { last4 })}
        </Button>
      )}
      <Notice text={trouble} />
      <Button kind="quiet" href={link('cardDetail', { id: cardId })}>
        {t('dispute.lost')}
      </Button>
    </>
  )
}
