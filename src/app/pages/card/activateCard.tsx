import { useEffect, useRef, useState } from 'react'
import { activateCard } from '../../../contract/application.ts'
import { type Card, detail } from '../../../contract/card.ts'
import { takesCode } from '../../display/unopened.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { fromHere } from '../../routing/from-here.ts'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { takeCode } from '../../scan/kept-code.ts'
import { openScan, Scanner } from '../../scan/scanner.tsx'
import { send } from '../../send.ts'
import { t } from '../../state/locale.ts'
import type { Trouble } from '../../trouble/trouble.ts'
import { TroubleNotice } from '../../trouble/trouble-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { CardTile, cardTitle } from './parts/card-tile.tsx'
import { activationTrouble, isLocked as isCodeLocked } from './parts/plastic/activation-words.ts'
import { CodePicture } from './parts/plastic/code-picture.tsx'
import { DigitBoxes } from './parts/plastic/digit-boxes.tsx'
import { keepTicket } from './parts/plastic/ticket.ts'
import { Spoken } from './parts/spoken.tsx'

/** First step of activation: the six digits that came with the card. */
export default function ActivateCard({ query: { id } }: PageProps) {
  const isMember = useMember() !== null
  useEffect(() => {
    if (!id) go('cardList', {}, { replace: true })
  }, [id])
  return <Spoken title={t('card.activate')}>{() => (id && isMember ? <OneCard id={id} /> : null)}</Spoken>
}

function OneCard({ id }: { id: string }) {
  const card = useLoad(detail, { id })
  const found = card.data
  if (found && takesCode(found)) return <Code card={found} />
  return (
    <Page title={t('card.activate')}>
      <Loaded of={card}>
        {found => (
          <Empty
            icon={found.type === 'physical' && found.status === 'active' ? 'circle-check' : 'ban'}
            text={t(
              `physical.activate.${found.type === 'virtual' ? 'virtual' : found.status === 'active' ? 'already' : 'over'}`,
            )}
          >
            <Button href={link('cardDetail', { id })}>{t('card.seeCard')}</Button>
          </Empty>
        )}
      </Loaded>
    </Page>
  )
}

function Code({ card, card: { id } }: { card: Card }) {
  const [code, setCode] = useState(() => takeCode(id))
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isLocked, lock] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const boxes = useRef<HTMLFormElement>(null)

  function write(typed: string) {
    setCode(typed)
    if (typed) setTrouble(null)
  }
  async function check() {
    if (running.current || code.length < 6) return
    running.current = true
    setBusy(true)
    const goOn = fromHere()
    const reply = await send(activateCard, { id, activationCode: code })
    running.current = false
    setBusy(false)
    if (reply.ok) {
      keepTicket({ cardId: id, activationTicket: reply.data.activationTicket })
      return goOn('activateCardStep2', { id }, { replace: true })
    }
    setTrouble(activationTrouble(reply, { cardId: id }))
    lock(isCodeLocked(reply))
    if (reply.key !== 'code_incorrect') return
    setCode('')
    focusIn(boxes.current)
  }

  return (
    <Page
      title={t('card.activate')}
      footer={
        <Button isDisabled={code.length < 6 || isLocked} isBusy={isBusy} onPress={check}>
          {t('card.next')}
        </Button>
      }
    >
      <CardTile card={card} />
      <p class="sr">{cardTitle(card)}</p>
      <form
        ref={boxes}
        onSubmit={event => {
          event.preventDefault()
          check()
        }}
      >
        <DigitBoxes
          label={t('physical.code')}
          length={6}
          value={code}
          isDisabled={isLocked}
          onInput={write}
          after={
            <button type="button" disabled={isLocked} onClick={openScan}>
              <Icon name="scan-line" size={20} />
              {t('physical.code.scan')}
            </button>
          }
        />
      </form>
      <TroubleNotice trouble={trouble} />
      <CodePicture last4={card.last4} />
      <p class="cap">{t('physical.code.where')}</p>
      <Scanner onActivation={write} />
    </Page>
  )
}

/** To the boxes: empty ones disable the button, which would take the focus along. */
function focusIn(boxes: HTMLElement | null) {
  boxes?.querySelector('input')?.focus()
}
