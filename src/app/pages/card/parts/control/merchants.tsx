import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import type { Card } from '../../../../../contract/card.ts'
import { cardMerchants } from '../../../../../contract/card-control.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { date } from '../../../../display/calendar.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { dots } from '../../../../ui/dots.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Section } from '../../../../ui/section.tsx'
import { Empty, Skeleton } from '../../../../ui/states.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { when } from '../../../../ui/when.ts'
import { isOver } from '../order.ts'
import { isMore, isZero } from '../reckon.ts'
import { troubleOf } from '../trouble.ts'

type Merchants = Output<typeof cardMerchants>
type Merchant = Merchants['list'][number]

/** Who charges a card, and who may not any more. Stopping is free, allowing takes the PIN. */
export function Merchants({ card }: { card: Card }) {
  const loaded = useLoad(cardMerchants, { id: card.id })
  const { now, asked, trouble, change, ask, take } = useMerchants(card.id)
  const onChange = isOver(card) ? null : change
  if (asked)
    return (
      <PinAsk
        label={t('control.merchants.pin')}
        confirm={t('control.merchants.allow')}
        ask={ask}
        onAnswer={take}
      />
    )
  return (
    <Loaded of={loaded} bones={<Skeleton rows={4} />}>
      {first => {
        const { list, ...money } = now ?? first
        if (list.length === 0) return <Empty icon="store" text={t('control.merchants.none')} />
        const regular = list.filter(isRegular)
        const others = list.filter(each => !isRegular(each))
        return (
          <>
            <p class="cap">{t(isOver(card) ? 'control.merchants.over' : 'control.merchants.about')}</p>
            <TroubleNotice trouble={trouble} />
            {!isOver(card) && <Expected of={money} cardId={card.id} />}
            <Rows list={regular} title={t('control.merchants.regular')} onChange={onChange} />
            <Rows list={others} title={t('control.merchants.others')} onChange={onChange} />
          </>
        )
      }}
    </Loaded>
  )
}

function isRegular({ regular }: Merchant): boolean {
  return regular !== null
}

/** What regular charges will take, and whether the card has it. */
function Expected({ of: { expected, available }, cardId }: { of: Omit<Merchants, 'list'>; cardId: string }) {
  if (isZero(expected)) return null
  const amount = usd(expected)
  if (!isMore(expected, available)) return <p>{t('control.merchants.expected', { amount })}</p>
  return (
    <Notice
      tone="warn"
      text={t('control.merchants.short', { amount, available: usd(available) })}
      action={<a href={link('rechargeCard2', { cardId })}>{t('control.merchants.recharge')}</a>}
    />
  )
}

type Change = (set: { merchant: string; isStopped: boolean }) => void

interface RowsProps {
  list: Merchant[]
  title: string
  /** Null of a card that is over. */
  onChange: Change | null
}

function Rows({ list, title, onChange }: RowsProps) {
  if (list.length === 0) return null
  return (
    <Section title={title}>
      <List label={title}>
        {list.map(each => (
          <MerchantRow key={each.merchant} of={each} onChange={onChange} />
        ))}
      </List>
    </Section>
  )
}

function MerchantRow({ of, onChange }: { of: Merchant; onChange: Change | null }) {
  const { merchant, isStopped } = of
  const shown = { icon: 'store', title: merchant, note: noteOf(of) } as const
  if (!onChange) return <Row {...shown} />
  return (
    <SwitchRow {...shown} isOn={!isStopped} onChange={isOn => onChange({ merchant, isStopped: !isOn })} />
  )
}

function noteOf({ isStopped, last, regular }: Merchant): string {
  const sum = last && usd(last.amount)
  if (isStopped) return dots(t('control.merchants.isStopped'), last && when(last.time))
  if (!regular) return dots(sum, last && when(last.time))
  const { every, nextTime, cheaperBefore } = regular
  const isDue = Date.parse(nextTime) <= Date.now()
  return dots(
    t(`control.merchants.${every}`),
    sum,
    cheaperBefore && t('control.merchants.dearer', { amount: usd(cheaperBefore) }),
    isDue ? t('control.merchants.due') : t('control.merchants.next', { date: date(nextTime) }),
  )
}

function usd(amount: string): string {
  return ownAmount({ amount, currency: 'USD' })
}

/** The merchants as they were answered last, and the one that waits for the PIN. */
function useMerchants(cardId: string) {
  const [now, setNow] = useState<Merchants | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)

  function take(reply: Reply<typeof cardMerchants>) {
    setAsked(null)
    const isFull = !reply.ok && reply.key === 'limit_exceeded'
    setTrouble(isFull ? { text: t('control.merchants.full'), mend: null } : troubleOf(reply, { cardId }))
    if (reply.ok) setNow(reply.data)
  }
  const change: Change = async set => {
    if (isBusy) return
    if (!set.isStopped) return setAsked(set.merchant)
    setBusy(true)
    const reply = await send(cardMerchants, { id: cardId, set })
    setBusy(false)
    take(reply)
  }
  const ask = (pin: string) =>
    send(cardMerchants, { id: cardId, set: { merchant: asked ?? '', isStopped: false }, pin })

  return { now, asked, trouble, change, ask, take }
}
