import { useState } from 'react'
import type { Card } from '../../../../../contract/card.ts'
import { cardMerchants } from '../../../../../contract/card-control.ts'
import { chargeNoticeDays } from '../../../../../contract/promises.ts'
import type { MerchantChange } from '../../../../../contract/usage.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { date } from '../../../../display/calendar.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
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
import { MerchantCap } from './merchant-cap.tsx'
import { type Change, type Merchant, type MerchantList, useMerchants } from './use-merchants.ts'
import { RuleHindsight } from './use-weigh.ts'

/** Who charges a card, who may not any more, and how much each may take. Stopping is free, allowing takes the PIN. */
export function Merchants({ card }: { card: Card }) {
  const loaded = useLoad(cardMerchants, { id: card.id })
  const [isCapping, cap] = useState(false)
  const { now, asked, weighed, trouble, isBusy, change, save, leave, ask, take } = useMerchants(card.id, () =>
    cap(false),
  )
  const onChange = isOver(card) ? null : change
  if (asked)
    return (
      <PinAsk
        label={t(`control.merchants.${pinWords(asked)}`)}
        confirm={t('control.merchants.allow')}
        ask={ask}
        onAnswer={take}
        onReturn={leave}
      />
    )
  if (weighed) return <RuleHindsight of={weighed.seen} onSave={() => save(weighed.set)} onLeave={leave} />
  return (
    <Loaded of={loaded} bones={<Skeleton rows={4} />}>
      {first => {
        const { list, isOnlyThese, ...money } = now ?? first
        if (list.length === 0 && !isOnlyThese)
          return <Empty icon="store" text={t('control.merchants.none')} />
        if (isCapping)
          return (
            <>
              <TroubleNotice trouble={trouble} />
              <MerchantCap list={list} isBusy={isBusy} onChange={change} onLeave={() => cap(false)} />
            </>
          )
        const regular = list.filter(isRegular)
        const others = list.filter(each => !isRegular(each))
        return (
          <>
            <p class="cap">{t(isOver(card) ? 'control.merchants.over' : 'control.merchants.about')}</p>
            <TroubleNotice trouble={trouble} />
            {!isOver(card) && <Expected of={money} cardId={card.id} />}
            {onChange && (
              <List>
                <SwitchRow
                  icon="lock"
                  title={t('control.merchants.only')}
                  note={t('control.merchants.onlyNote')}
                  isOn={isOnlyThese}
                  onChange={isOn => onChange({ isOnlyThese: isOn }, !isOn)}
                />
                {list.length > 0 && (
                  <Row
                    icon="settings"
                    title={t('control.merchants.cap')}
                    note={t('control.merchants.capNote')}
                    onPress={() => cap(true)}
                  />
                )}
              </List>
            )}
            <Rows list={regular} title={t('control.merchants.regular')} onChange={onChange} />
            <Rows
              list={others}
              title={t(regular.length > 0 ? 'control.merchants.others' : 'control.merchants.all')}
              onChange={onChange}
            />
          </>
        )
      }}
    </Loaded>
  )
}

/** What the PIN is asked for. */
function pinWords(asked: MerchantChange): 'pinAll' | 'pinCap' | 'pin' {
  if ('isOnlyThese' in asked) return 'pinAll'
  return 'cap' in asked ? 'pinCap' : 'pin'
}

function isRegular({ regular }: Merchant): boolean {
  return regular !== null
}

/** What regular charges will take, and whether the card has it. */
function Expected({
  of: { expected, available },
  cardId,
}: {
  of: Pick<MerchantList, 'expected' | 'available'>
  cardId: string
}) {
  if (isZero(expected)) return null
  const amount = usd(expected)
  const days = chargeNoticeDays
  if (!isMore(expected, available)) return <p>{t('control.merchants.expected', { amount, days })}</p>
  return (
    <Notice
      tone="warn"
      text={t('control.merchants.short', { amount, available: usd(available), days })}
      action={<a href={link('rechargeCard2', { cardId })}>{t('control.merchants.recharge')}</a>}
    />
  )
}

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
    <SwitchRow
      {...shown}
      isOn={!isStopped}
      onChange={isOn => onChange({ merchant, isStopped: !isOn }, isOn)}
    />
  )
}

function noteOf({ cap, ...merchant }: Merchant): string {
  const capped = cap && t('control.merchants.capUsed', { used: usd(cap.used), cap: usd(cap.amount) })
  return dots(chargesOf(merchant), capped)
}

function chargesOf({ isStopped, last, regular }: Omit<Merchant, 'cap'>): string {
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
