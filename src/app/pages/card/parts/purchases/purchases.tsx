import { css } from 'goober'
import { declineWord } from '../../../../display/decline-word.ts'
import { InLine } from '../../../../display/in-line.tsx'
import { merchantIcon } from '../../../../display/merchant-icon.ts'
import { NameText } from '../../../../display/name-text.tsx'
import { OwnWords } from '../../../../display/own-words.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { when } from '../../../../ui/when.ts'
import { type Purchase, PurchaseParts } from './purchase-parts.tsx'
import { Struck } from './struck.tsx'

const tones = {
  pending: 'info',
  declined: 'neg',
  refunded: 'pos',
  posted: undefined,
  reversed: undefined,
  expired: undefined,
} as const

const off: Purchase['status'][] = ['declined', 'reversed', 'expired']

/** Purchases of a card, each with its state and what its amount is made of; a press opens its money trail. */
export function Purchases({ list, label }: { list: Purchase[]; label: string }) {
  return (
    <List label={label}>
      {list.map(purchase => (
        <Row
          key={purchase.id}
          icon={merchantIcon(purchase.mcc)}
          {...(purchase.status === 'declined' ? { tone: 'neg' as const } : {})}
          title={<NameText of={purchase.merchant} />}
          note={
            <>
              <Note of={purchase} />
              <OwnWords text={purchase.note} />
            </>
          }
          value={
            <Struck isOff={off.includes(purchase.status)}>
              <Money sign amount={purchase.amount} currency="USD" />
            </Struck>
          }
          {...(purchase.billId && { href: link('bill', { id: purchase.billId }) })}
        />
      ))}
    </List>
  )
}

function Note({ of }: { of: Purchase }) {
  const { status, reason, createTime } = of
  return (
    <span class={note}>
      {status !== 'posted' && <Chip tone={tones[status]}>{t(`card.status.${status}`)}</Chip>}
      {status === 'declined' ? <InLine of={[declineWord(reason), when(createTime)]} /> : when(createTime)}
      <PurchaseParts of={of} />
    </span>
  )
}

const note = css`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 2px 6px;
  align-items: center;
`
