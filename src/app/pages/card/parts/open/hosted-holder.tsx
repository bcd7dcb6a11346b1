import { useEffect, useState } from 'react'
import { confirmCardHolderId, generatorCardHolderUrl } from '../../../../../contract/application.ts'
import type { CardType } from '../../../../../contract/card.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { KindTile } from '../card-tile.tsx'
import { troubleOf } from '../trouble.ts'
import { useUntil } from '../use-until.ts'
import { askedFor, forgetAsked, leaveFor } from './hosted-page.ts'

const askAgainMs = 4_000

interface HostedHolderProps {
  kind: CardType
  amount: string
  /** The cardholder one comes back with. */
  cardHolderId: string | undefined
  onConfirmed: (cardHolderId: string) => void
}

/** Some issuers ask for the cardholder's data themselves: the way to their page, and what they said of it. */
export function HostedHolder({ kind, amount, cardHolderId, onConfirmed }: HostedHolderProps) {
  const [asked, setAsked] = useState(cardHolderId ?? askedFor(kind.id))
  const [isRefused, setRefused] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  async function leave() {
    setBusy(true)
    setTrouble(null)
    const returnPath = link('openCardKyc', { cardTypeId: kind.id, amount }).slice(1)
    const reply = await send(generatorCardHolderUrl, { cardTypeId: kind.id, returnPath })
    setBusy(false)
    if (!reply.ok) return setTrouble(troubleOf(reply, { cardTypeId: kind.id }))
    const { url, cardHolderId } = reply.data
    setRefused(false)
    setAsked(cardHolderId)
    leaveFor(url, { id: kind.id, cardHolderId, returnPath })
  }

  return (
    <Page
      title={t('card.holderTitle')}
      footer={
        <Button isBusy={isBusy} onPress={leave}>
          {t(asked && !isRefused ? 'card.hosted.again' : 'card.hosted.go')}
        </Button>
      }
    >
      <KindTile kind={kind} />
      <Result state={isRefused ? 'failed' : 'processing'} title={t('card.hosted.title')}>
        <p>{t('card.hosted.text')}</p>
      </Result>
      <TroubleNotice trouble={trouble} />
      <Notice text={isRefused ? t('card.hosted.refused') : null} />
      {asked && !isRefused && (
        <Awaited
          key={asked}
          cardHolderId={asked}
          onAnswer={status => (status === 'confirmed' ? onConfirmed(asked) : setRefused(true))}
        />
      )}
    </Page>
  )
}

/** Asks what the issuer says until it has said it. */
function Awaited({
  cardHolderId,
  onAnswer,
}: {
  cardHolderId: string
  onAnswer: (status: 'confirmed' | 'refused') => void
}) {
  const { data, failure, retry } = useUntil(
    confirmCardHolderId,
    { cardHolderId },
    { everyMs: askAgainMs, isOver: ({ status }) => status !== 'pending' },
  )
  const status = data?.status ?? 'pending'
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is known
  useEffect(() => {
    if (status === 'pending') return
    forgetAsked()
    onAnswer(status)
  }, [status])
  if (failure) return <TroubleNotice trouble={troubleOf(failure)} retry={t('state.retry')} onRetry={retry} />
  return <Notice tone="info" text={t('card.hosted.waiting')} />
}
