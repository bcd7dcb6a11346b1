import { useState } from 'react'
import { link } from '../routing/hash-location.tsx'
import { t } from '../state/locale.ts'
import { type No, plainTrouble, type Trouble } from '../trouble/trouble.ts'
import { TroubleNotice } from '../trouble/trouble-notice.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Result } from '../ui/seal.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Summary, type SummaryItem } from '../ui/summary.tsx'
import { toast } from '../ui/toast.tsx'
import { letGo } from './decision.ts'
import { PinAsk } from './pin-ask.tsx'

interface UnknownProps<R extends No> {
  requestId: string
  /** What was decided: which card or where to, and how much. */
  items: (SummaryItem | null | false)[]
  /** Sends it again, with its own key. */
  ask: (pin: string) => Promise<R>
  onAnswer: (reply: R) => void
  /** It will never happen. */
  onDropped: () => void
}

/**
 * No answer came: it may have happened or not. Asking again finds the answer, or carries it out for the first time, so it
 * is confirmed as it was then. Customers who do not want it any more let go of it.
 */
export function UnknownPage<R extends No>({ title, ...of }: UnknownProps<R> & { title: string }) {
  const { told, ways } = useUnknown(of)
  return (
    <Page title={title} footer={ways}>
      {told}
    </Page>
  )
}

/** The same on a page that tells more than this. */
export function UnknownPart<R extends No>(of: UnknownProps<R>) {
  const { told, ways } = useUnknown(of)
  return (
    <>
      {told}
      {ways}
    </>
  )
}

function useUnknown<R extends No>({ requestId, items, ask, onAnswer, onDropped }: UnknownProps<R>) {
  const [isAsking, setAsking] = useState(false)
  const [isDropping, setDropping] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  function take(reply: R) {
    setAsking(false)
    onAnswer(reply)
  }

  async function drop() {
    setDropping(true)
    setTrouble(null)
    const reply = await letGo(requestId)
    setDropping(false)
    if (!reply.ok) return setTrouble(plainTrouble(reply))
    toast(t(reply.data.isDropped ? 'unknown.dropped' : 'unknown.answered'))
    if (reply.data.isDropped) onDropped()
  }

  const told = (
    <>
      <Result state="processing" title={t('unknown.title')}>
        <p>{t('unknown.text')}</p>
      </Result>
      <Summary items={items} />
      <TroubleNotice trouble={trouble} />
      <Sheet isOpen={isAsking} title={t('pin.title')} onClose={() => setAsking(false)}>
        <PinAsk movesMoney label={t('pin.label')} confirm={t('unknown.ask')} ask={ask} onAnswer={take} />
      </Sheet>
    </>
  )
  const ways = (
    <>
      <Button onPress={() => setAsking(true)}>{t('unknown.ask')}</Button>
      <Button kind="quiet" href={link('bill')}>
        {t('unknown.bills')}
      </Button>
      <Button kind="quiet" isBusy={isDropping} onPress={drop}>
        {t('unknown.drop')}
      </Button>
    </>
  )
  return { told, ways }
}
