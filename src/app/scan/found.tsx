import { css } from 'goober'
import { useEffect, useRef, useState } from 'react'
import { type Card, detail } from '../../contract/card.ts'
import { isUnopened, takesCode } from '../display/unopened.ts'
import { overview } from '../overview.ts'
import { go, goTo } from '../routing/hash-location.tsx'
import { send } from '../send.ts'
import { t } from '../state/locale.ts'
import { session } from '../state/session.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { keepCode } from './kept-code.ts'
import type { Meaning, Payment } from './meaning.ts'

export interface FoundProps {
  meaning: Meaning
  onAgain: () => void
  onClose: () => void
  onPayment: (payment: Payment) => void
  onActivation: ((code: string) => void) | undefined
}

/** Says what was recognised. Nothing happens until somebody says yes to it. */
export function Found({ meaning, onAgain, onClose, onPayment, onActivation }: FoundProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const leave = (move: () => void) => () => {
    onClose()
    move()
  }
  return (
    <div class={found}>
      <h3 ref={heading} tabIndex={-1}>
        {t(`scan.${meaning.kind === 'unknown' ? meaning.why : meaning.kind}`)}
      </h3>
      <What meaning={meaning} />
      {meaning.kind === 'invitation' && (
        <Button onPress={leave(() => go('sharePage', { refer: meaning.refer }))}>
          {t('scan.invitationOpen')}
        </Button>
      )}
      {meaning.kind === 'payment' && (
        <Button onPress={leave(() => onPayment(meaning))}>{t('scan.paymentOpen')}</Button>
      )}
      {meaning.kind === 'place' && (
        <Button onPress={leave(() => goTo(meaning.route))}>{t('scan.placeOpen')}</Button>
      )}
      {meaning.kind === 'activation' && (
        <Activation code={meaning.code} onTake={onActivation} leave={leave} />
      )}
      <Button kind="quiet" onPress={onAgain}>
        {t('scan.again')}
      </Button>
    </div>
  )
}

interface ActivationProps {
  code: string
  onTake: ((code: string) => void) | undefined
  leave: (move: () => void) => () => void
}

/** On to the boxes of the code: those of the page that scanned, else of a card that waits for one. */
function Activation({ code, onTake, leave }: ActivationProps) {
  if (onTake) return <Button onPress={leave(() => onTake(code))}>{t('scan.activationFill')}</Button>
  const cards = useTakers()
  if (!cards.length) return <p class="cap">{t('scan.activationNone')}</p>
  return cards.map(({ id, last4 }) => (
    <Button
      key={id}
      onPress={leave(() => {
        keepCode({ cardId: id, code })
        go('activateCard', { id })
      })}
    >
      {t('scan.activationOpen', { last4 })}
    </Button>
  ))
}

/** The cards that take a code: those that wait for one, then those of which a new plastic is on its way, once that is known. */
function useTakers(): Card[] {
  const mine = overview.value?.userId === session.value?.user.id ? overview.value : null
  const [cards] = useState(mine?.cards ?? [])
  const [renewed, find] = useState<Card[]>([])
  useEffect(() => {
    const others = cards.filter(card => card.type === 'physical' && !isUnopened(card))
    for (const { id } of others.filter(({ status }) => !/closed|lost|expired/.test(status)))
      send(detail, { id }, { background: true }).then(reply => {
        if (reply.ok && takesCode(reply.data)) find(known => [...known, reply.data])
      })
  }, [cards])
  return [...cards.filter(isUnopened), ...renewed]
}

function What({ meaning }: { meaning: Meaning }) {
  if (meaning.kind === 'invitation') return <Summary rows={[[t('scan.invitationCode'), meaning.refer]]} />
  if (meaning.kind === 'place') {
    return (
      <>
        <p class="text num">{meaning.route}</p>
        <p class="cap">{t('scan.placeNote')}</p>
      </>
    )
  }
  if (meaning.kind === 'activation') {
    return (
      <>
        <Summary rows={[[t('scan.activationCode'), meaning.code]]} />
        <p class="cap">{t('scan.activationNote')}</p>
      </>
    )
  }
  if (meaning.kind === 'unknown') return <Unknown text={meaning.text} />
  const { to, chain, coin, amount } = meaning
  const rows: [string, string | undefined][] = [
    [t('scan.paymentTo'), to],
    [t('scan.paymentChain'), chain],
    [t('scan.paymentCoin'), coin],
    [t('scan.paymentAmount'), amount && `${amount} ${coin}`],
  ]
  return (
    <>
      <Summary rows={rows} />
      <p class="cap">{t('scan.paymentNote')}</p>
    </>
  )
}

function Unknown({ text }: { text: string }) {
  if (!text) return null
  return (
    <>
      <p class="text">
        <bdi>{text}</bdi>
      </p>
      <CopyButton text={text} label={t('scan.content')}>
        {t('copy.label', { what: t('scan.content') })}
      </CopyButton>
    </>
  )
}

function Summary({ rows }: { rows: [string, string | undefined][] }) {
  return (
    <dl>
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt class="cap">{label}</dt>
              <dd class="num">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const found = css`
  display: grid;
  gap: 12px;
  & h3 {
    font-size: 1.0625rem;
    outline: 0;
  }
  & dl,
  & .text {
    display: grid;
    gap: 10px;
    padding: 14px 16px;
    border-radius: 14px;
    background: var(--surface);
    box-shadow: 0 0 0 1px var(--line);
  }
  & dd,
  & .text {
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & .text {
    max-height: 30dvh;
    white-space: pre-wrap;
    overflow: auto;
  }
`
