import { useState } from 'react'
import {
  type Application,
  confirmCardHolderId,
  generatorCardHolderUrl,
} from '../../../../../contract/application.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { askedFor, forgetAsked, leaveFor } from '../open/hosted-page.ts'
import { ApplyCancel } from './apply-cancel.tsx'
import { ApplySteps } from './apply-steps.tsx'
import { applyTrouble } from './apply-words.ts'
import type { Applied } from './use-application.ts'

const askAgainMs = 5_000

/** Between step 1 and 2 for some kinds: the issuer itself asks who will hold the card, on its own page. */
export function ApplyHolder({
  of,
  record,
  holder,
}: {
  of: Applied
  record: Application
  holder?: string | undefined
}) {
  const { id, cardId, can } = record
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [asked, setAsked] = useState(holder ?? askedFor(id))
  const answer = useAnswer({ id, cardHolderId: asked, onConfirmed: of.reload })

  async function leave() {
    setBusy(true)
    setTrouble(null)
    const returnPath = link('makeCard', { cardId, id }).slice(1)
    const reply = await send(generatorCardHolderUrl, { cardTypeId: record.cardTypeId, returnPath })
    setBusy(false)
    if (!reply.ok) return setTrouble(applyTrouble(reply, { cardId }))
    const { url, cardHolderId } = reply.data
    leaveFor(url, { id, cardHolderId, returnPath })
    setAsked(cardHolderId)
  }

  return (
    <Page
      title={t('card.physical')}
      footer={
        <Button isBusy={isBusy} onPress={leave}>
          {t(asked && answer !== 'refused' ? 'physical.holder.again' : 'physical.holder.go')}
        </Button>
      }
    >
      <ApplySteps now={1} />
      <Result state={answer === 'refused' ? 'failed' : 'processing'} title={t('physical.holder.title')}>
        <p>{t('physical.holder.text')}</p>
      </Result>
      <TroubleNotice trouble={trouble} />
      <Notice
        tone={answer === 'refused' ? 'neg' : 'info'}
        text={
          answer === 'refused' ? t('physical.holder.refused') : asked ? t('physical.holder.waiting') : null
        }
      />
      {can.includes('edit') && (
        <Button kind="plain" href={link('makeCard', { cardId, id, step: 1 })}>
          {t('physical.edit')}
        </Button>
      )}
      {can.includes('cancel') && <ApplyCancel of={of} record={record} />}
    </Page>
  )
}

/** What the issuer says of the cardholder, asked for while one waits and whenever one comes back. */
function useAnswer({
  id,
  cardHolderId,
  onConfirmed,
}: {
  id: string
  cardHolderId: string | null
  onConfirmed: () => void
}): 'pending' | 'refused' | null {
  const [answer, learn] = useState<'pending' | 'refused' | null>(null)
  usePoll(async signal => {
    if (!cardHolderId) return null
    const reply = await send(confirmCardHolderId, { id, cardHolderId }, { signal, background: true })
    if (signal.aborted) return null
    if (!reply.ok) return reply.status === undefined ? null : askAgainMs
    if (reply.data.status === 'confirmed') {
      forgetAsked()
      onConfirmed()
      return null
    }
    learn(reply.data.status)
    return reply.data.status === 'pending' ? askAgainMs : null
  }, `${id} ${cardHolderId}`)
  return answer
}
