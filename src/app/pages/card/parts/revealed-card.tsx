import { css } from 'goober'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Card } from '../../../../contract/card.ts'
import { PinAsk } from '../../../decision/pin-ask.tsx'
import { go } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import type { Trouble } from '../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../trouble/trouble-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { CountdownRing } from '../../../ui/countdown-ring.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { paper } from '../../../ui/paper.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { CardTile } from './card-tile.tsx'
import { type CardSecrets, inFours, shownSeconds, useReveal } from './reveal.ts'
import { troubleOf } from './trouble.ts'

const hidden = ['opening', 'frozen_risk', 'expired', 'lost', 'closed']

interface RevealedCardProps {
  card: Card
  /** What the URL asks for: `reveal` asks for the PIN at once. */
  first?: string | undefined
}

/** The face of a card; a tap and the PIN show the full number, date and code for half a minute. */
export function RevealedCard({ card, first }: RevealedCardProps) {
  const { id } = card
  const { secrets, hasFailed, ask, show, drop } = useReveal(id)
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const number = secrets ? inFours(secrets.number) : undefined
  const canShow = !hidden.includes(card.status)
  const face = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (first !== 'reveal') return
    setAsking(canShow)
    go('cardDetail', { id }, { replace: true })
  }, [first, canShow, id])

  function take(reply: Awaited<ReturnType<typeof ask>>) {
    setAsking(false)
    setTrouble(troubleOf(reply, { cardId: id }))
    if (reply.ok) show(reply.data)
  }

  function close() {
    setAsking(false)
    drop()
  }

  return (
    <section class={box}>
      <button
        ref={face}
        type="button"
        class="face"
        disabled={!canShow}
        onClick={() => (secrets ? drop() : setAsking(true))}
      >
        <span class="sr">{t(secrets ? 'card.reveal.hide' : 'card.reveal.show')}</span>
        <CardTile card={card} number={number} expiry={secrets?.expiry} />
      </button>
      {secrets ? (
        <Details of={secrets} holder={card.cardHolder} onEnd={drop} face={face} />
      ) : (
        canShow && (
          <Button kind="plain" onPress={() => setAsking(true)}>
            {t('card.reveal.show')}
          </Button>
        )
      )}
      <TroubleNotice trouble={trouble} retry={t('state.retry')} onRetry={() => setAsking(true)} />
      <Notice
        text={hasFailed ? t('card.reveal.failed') : null}
        action={
          <button type="button" onClick={() => setAsking(true)}>
            {t('state.retry')}
          </button>
        }
      />
      <Sheet isOpen={isAsking} title={t('pin.title')} onClose={close}>
        <PinAsk
          takesPass
          label={t('card.reveal.pin')}
          confirm={t('card.reveal.confirm')}
          ask={ask}
          onAnswer={take}
        />
      </Sheet>
    </section>
  )
}

interface DetailsProps {
  of: CardSecrets
  holder: string
  onEnd: () => void
  face: { current: HTMLElement | null }
}

/** Takes the focus, since what led here is gone, and leaves it to the face of the card. */
function Details({ of: secrets, holder, onEnd, face }: DetailsProps) {
  const note = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const box = note.current?.closest('div')
    note.current?.focus({ preventScroll: true })
    return () => {
      if (box?.contains(document.activeElement)) face.current?.focus()
    }
  }, [face])
  const rows = [
    {
      label: t('card.reveal.number'),
      shown: inFours(secrets.number),
      copied: secrets.number.replace(/\s/g, ''),
    },
    { label: t('card.reveal.expiry'), shown: secrets.expiry, copied: secrets.expiry },
    { label: t('card.reveal.code'), shown: secrets.securityCode, copied: secrets.securityCode },
    { label: t('card.holder'), shown: holder, copied: holder },
  ]
  return (
    <div class={`${paper} ${details}`}>
      <p class="head">
        <span ref={note} tabIndex={-1}>
          {t('card.reveal.note')}
        </span>
        <CountdownRing seconds={shownSeconds} onEnd={onEnd} />
      </p>
      <dl>
        {rows.map(({ label, shown, copied }) => (
          <div key={label}>
            <dt class="cap">{label}</dt>
            <dd class="num" translate={false}>
              <bdi>{shown}</bdi>
            </dd>
            <CopyButton text={copied} label={label} />
          </div>
        ))}
      </dl>
      <Button kind="quiet" onPress={onEnd}>
        {t('card.reveal.hide')}
      </Button>
    </div>
  )
}

const box = css`
  display: grid;
  gap: 12px;
  & .face {
    display: block;
    width: 100%;
    text-align: start;
    border-radius: 14px;
  }
  & .face:disabled {
    cursor: default;
  }
`
const details = css`
  padding: 8px 16px;
  & .head {
    display: flex;
    gap: 12px;
    align-items: center;
    justify-content: space-between;
    color: var(--accent);
    font-size: .875rem;
    line-height: 1.25rem;
  }
  & .head span {
    outline: none;
  }
  & .head svg {
    flex: none;
  }
  & dl div {
    display: grid;
    grid-template-columns: 1fr 32px;
    align-items: center;
    padding: 6px 0;
    border-top: 1px solid var(--line);
  }
  & dt,
  & dd {
    grid-column: 1;
  }
  & dl button {
    grid-column: 2;
    grid-row: 1 / 3;
    margin-inline-end: -12px;
  }
  & dd {
    font-size: 1.0625rem;
    user-select: all;
  }
  & dl {
    margin-top: 8px;
  }
`
