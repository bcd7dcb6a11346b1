import { useEffect } from 'react'
import { getCreateCardSuccess, type Opening } from '../../../../../contract/card.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { hideAmounts, t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { kindName } from '../../../../ui/kind-name.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { isZero } from '../reckon.ts'
import { useUntil } from '../use-until.ts'

const pollMs = 5_000

/** Cards that are being opened, each with the way back to its progress; `onEnd` when one of them is no more. */
export function Openings({ list, onEnd }: { list: Opening[]; onEnd: () => void }) {
  return list.length > 0 ? (
    <List label={t('card.opening.now')}>
      {list.map(opening => (
        <OpeningRow key={opening.orderId} opening={opening} onEnd={onEnd} />
      ))}
    </List>
  ) : null
}

function OpeningRow({ opening, onEnd }: { opening: Opening; onEnd: () => void }) {
  const { orderId, cardTypeId, cardTypeName, total } = opening
  const isOver = ({ status }: { status: string }) => status !== 'opening'
  const { data } = useUntil(getCreateCardSuccess, { orderId }, { everyMs: pollMs, isOver })
  const hasEnded = data !== null && isOver(data)
  useEffect(() => {
    if (hasEnded) onEnd()
  }, [hasEnded, onEnd])

  const isTold = !isZero(total) && !hideAmounts.value
  const amount = amountText({ amount: total, currency: 'USDT' })
  return (
    <Row
      icon="clock"
      title={t('card.opening.kind', { name: kindName(cardTypeName) })}
      note={isTold ? t('card.opening.held', { amount }) : t('card.note.opening')}
      href={link('payOpenCard', { orderId, cardTypeId })}
    />
  )
}
