import { useRef, useState } from 'react'
import { replaceLost } from '../../../../../contract/card-control.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Page } from '../../../../ui/page.tsx'
import { troubleOf } from '../trouble.ts'

interface ReplaceLostProps {
  /** The lost card. */
  cardId: string
  cardTypeId?: string | undefined
}

/**
 * Asks for the card that stands in for a lost one, and goes on to watch it being opened. A second press asks for no
 * second one.
 */
export function ReplaceLost({ cardId, cardTypeId }: ReplaceLostProps) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const running = useRef(false)
  const go = fromHere()

  async function ask() {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    const reply = await send(replaceLost, { id: cardId })
    running.current = false
    setBusy(false)
    if (reply.ok) return go('payOpenCard', { orderId: reply.data.orderId, cardTypeId }, { replace: true })
    setTrouble(troubleOf(reply, { cardId }))
  }

  return (
    <>
      <TroubleNotice trouble={trouble} retry={t('state.retry')} onRetry={ask} />
      <Button isBusy={isBusy} onPress={ask}>
        {t('card.replace.ask')}
      </Button>
    </>
  )
}

/** The same for those who come from the lost card: what it is and costs first. */
export function ReplacePage(props: ReplaceLostProps) {
  return (
    <Page title={t('card.lost.replace')} footer={<ReplaceLost {...props} />}>
      <p>{t('card.opening.free')}</p>
      <p class="cap">{t('card.lost.replaceNote')}</p>
    </Page>
  )
}
