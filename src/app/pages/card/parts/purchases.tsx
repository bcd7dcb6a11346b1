import { css } from 'goober'
import { useEffect, useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import type { cardTranscationList } from '../../../../contract/card.ts'
import { dateTime } from '../../../calendar.ts'
import { currentUrl } from '../../../hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Facts } from '../../../ui/facts.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { when } from '../../../ui/when.ts'
import { declineMend, declineWords } from './decline.ts'
import { isZero } from './reckon.ts'
import { regionName } from './region.ts'
import { Struck } from './struck.tsx'

export type Purchase = Output<typeof cardTranscationList>['list'][number]

const tones = {
  pending: 'info',
  declined: 'neg',
  refunded: 'pos',
  posted: undefined,
  reversed: undefined,
  expired: undefined,
} as const

const off: Purchase['status'][] = ['declined', 'reversed', 'expired']

/** Purchases of a card, each with its state; a press tells all about one, and what mends a decline. */
export function Purchases({ list, cardId, label }: { list: Purchase[]; cardId: string; label: string }) {
  const place = currentUrl.value
  const [pressed, press] = useState<{ purchase: Purchase; place: string } | null>(null)
  // What mends a decline may lie over this very page: another place ends what was open.
  const open = pressed?.place === place ? pressed.purchase : null

  useEffect(() => {
    if (pressed && !open) press(null)
  }, [pressed, open])

  return (
    <>
      <List label={label}>
        {list.map(purchase => (
          <Row
            key={purchase.id}
            icon={iconOf(purchase.mcc)}
            {...(purchase.status === 'declined' ? { tone: 'neg' as const } : {})}
            title={purchase.merchant}
            note={<Note of={purchase} />}
            value={
              <Struck isOff={off.includes(purchase.status)}>
                <Money sign amount={purchase.amount} currency="USD" />
              </Struck>
            }
            onPress={() => press({ purchase, place })}
          />
        ))}
      </List>
      {open && (
        <Sheet isOpen title={open.merchant} onClose={() => press(null)}>
          <Detail of={open} cardId={cardId} />
        </Sheet>
      )}
    </>
  )
}

function Note({ of: { status, reason, createTime } }: { of: Purchase }) {
  return (
    <span class={note}>
      {status !== 'posted' && <Chip tone={tones[status]}>{t(`card.status.${status}`)}</Chip>}
      <span>
        {status === 'declined' ? `${declineWords(reason).short} · ${when(createTime)}` : when(createTime)}
      </span>
    </span>
  )
}

function Detail({ of: purchase, cardId }: { of: Purchase; cardId: string }) {
  const isDeclined = purchase.status === 'declined'
  const mend = isDeclined ? declineMend(purchase.reason, cardId) : null
  return (
    <>
      {isDeclined ? (
        <Notice text={declineWords(purchase.reason).text} />
      ) : (
        <p class="cap">{t(`card.status.${purchase.status}Text`)}</p>
      )}
      <Facts
        facts={[
          {
            label: t('card.amount'),
            value: <Money sign amount={purchase.amount} currency="USD" />,
            isTotal: true,
          },
          !isDeclined &&
            !isZero(purchase.fee) && {
              label: t('card.fee'),
              value: <Money amount={purchase.fee} currency="USD" />,
            },
          { label: t('card.state'), value: t(`card.status.${purchase.status}`) },
          { label: t('card.time'), value: dateTime(purchase.createTime) },
          purchase.country !== '' && { label: t('card.country'), value: regionName(purchase.country) },
        ]}
      />
      {isDeclined && <p class="cap">{t('card.decline.free')}</p>}
      {mend && <Button href={mend.href}>{mend.label}</Button>}
    </>
  )
}

function iconOf(mcc: string): IconName {
  if (/^581[1-4]$/.test(mcc)) return 'utensils'
  if (/^(53|54|56|57|58|59)/.test(mcc)) return 'shopping-bag'
  return 'store'
}

const note = css`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 2px 6px;
  align-items: center;
`
