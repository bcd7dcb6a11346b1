import { useEffect, useRef, useState } from 'react'
import { cardActivation } from '../../../contract/application.ts'
import type { Card } from '../../../contract/card.ts'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { send } from '../../send.ts'
import { t } from '../../state/locale.ts'
import type { Trouble } from '../../trouble/trouble.ts'
import { TroubleNotice } from '../../trouble/trouble-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Result } from '../../ui/seal.tsx'
import { CardTile } from './parts/card-tile.tsx'
import { activationTrouble } from './parts/plastic/activation-words.ts'
import { isCardPin } from './parts/plastic/card-pin.ts'
import { NewCardPin } from './parts/plastic/new-card-pin.tsx'
import { dropTicket, ticketOf } from './parts/plastic/ticket.ts'
import { Spoken } from './parts/spoken.tsx'

/** Second step: the card's own PIN. The ticket lives in memory only; without it one begins again. */
export default function ActivateCardStep2({ query: { id } }: PageProps) {
  const isMember = useMember() !== null
  const [active, setActive] = useState<Card | null>(null)
  const hasTicket = Boolean(id && ticketOf(id))
  useEffect(() => {
    if (!id) go('cardList', {}, { replace: true })
    else if (!hasTicket && !active && isMember) go('activateCard', { id }, { replace: true })
  }, [id, hasTicket, active, isMember])

  return (
    <Spoken title={t('physical.pin.title')}>
      {() =>
        active ? (
          <Done card={active} />
        ) : id && hasTicket && isMember ? (
          <Setting
            id={id}
            onDone={card => {
              setActive(card)
              dropTicket()
            }}
          />
        ) : null
      }
    </Spoken>
  )
}

function Setting({ id, onDone }: { id: string; onDone: (card: Card) => void }) {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const running = useRef(false)
  const isReady = isCardPin(pin) && again === pin

  async function save() {
    const activationTicket = ticketOf(id)
    if (running.current || !isReady || !activationTicket) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    const reply = await send(cardActivation, { id, activationTicket, cardPin: pin })
    running.current = false
    setBusy(false)
    if (reply.ok) return onDone(reply.data)
    setTrouble(
      reply.key === 'code_incorrect'
        ? {
            text: t('physical.ticketOver'),
            mend: { label: t('physical.ticketAgain'), href: link('activateCard', { id }) },
          }
        : activationTrouble(reply, { cardId: id }),
    )
  }

  return (
    <Page
      title={t('physical.pin.title')}
      footer={
        <Button isDisabled={!isReady} isBusy={isBusy} onPress={save}>
          {t('physical.activate.done')}
        </Button>
      }
    >
      <p>{t('physical.pin.text')}</p>
      <NewCardPin pin={pin} again={again} onPin={setPin} onAgain={setAgain} onSubmit={save} />
      <TroubleNotice trouble={trouble} retry={t('state.retry')} onRetry={save} />
    </Page>
  )
}

function Done({ card }: { card: Card }) {
  return (
    <Page
      title={t('card.activate')}
      footer={
        <>
          <Button onPress={() => go('cardDetail', { id: card.id }, { replace: true })}>
            {t('card.seeCard')}
          </Button>
          <Button kind="plain" onPress={() => go('selectRecharge', { cardId: card.id }, { replace: true })}>
            {t('card.mend.recharge')}
          </Button>
        </>
      }
    >
      <Result state="done" title={t('physical.active')}>
        <p>{t('physical.active.text')}</p>
      </Result>
      <CardTile card={card} />
    </Page>
  )
}
