import type { Card } from '../../../../contract/card.ts'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { repayMend } from '../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../trouble/trouble-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ownAmount } from '../../../ui/own-amount.ts'
import { Debt } from './debt/debt.tsx'
import { owedOn } from './debt/owed.ts'
import type { Freezing } from './freeze.ts'
import { isOver } from './order.ts'
import { isMore } from './reckon.ts'

/** What the state of a card means, what still goes through, and what mends it. */
export function CardNote({ of: { card, trouble, isBusy, toggle } }: { of: Freezing }) {
  if (trouble) return <TroubleNotice trouble={trouble} retry={t('state.retry')} onRetry={toggle} />
  const { status } = card
  if (isOver(card) && owedOn(card)) return <Debt of={card} />
  const way = wayOut(card)
  return (
    <Notice
      tone={status === 'frozen_user' || status === 'opening' ? 'info' : 'warn'}
      text={textOf(card)}
      action={
        status === 'frozen_user' ? (
          <button type="button" aria-busy={isBusy || undefined} onClick={toggle}>
            {t('card.unfreeze')}
          </button>
        ) : (
          way && <a href={way.href}>{way.label}</a>
        )
      }
    />
  )
}

function textOf(card: Card): string | null {
  const { status } = card
  switch (status) {
    case 'active':
      return null
    case 'negative':
      return t('card.note.negative', { owed: ownAmount({ amount: owedOn(card) ?? '0', currency: 'USD' }) })
    default:
      return t(hasLeft(card) ? 'card.note.expiredLeft' : `card.note.${status}`)
  }
}

/** Whether an expired card has not given its money back. */
function hasLeft({ status, available }: Card): boolean {
  return status === 'expired' && isMore(available, '0')
}

function wayOut(card: Card): { label: string; href: string } | null {
  const { id, status, type, cardTypeId } = card
  if (hasLeft(card)) return service(id)
  switch (status) {
    case 'frozen_risk':
      return service(id)
    case 'lost':
      return type === 'physical'
        ? anotherOf(cardTypeId)
        : { label: t('card.lost.replace'), href: link('payOpenCard', { cardTypeId, replaces: id }) }
    case 'pin_blocked':
      return type === 'physical'
        ? { label: t('card.mend.pin'), href: link('cardDetail', { id, open: 'pin' }) }
        : service(id)
    case 'negative':
      return repayMend(id)
    case 'inactive':
      return { label: t('card.mend.activate'), href: link('activateCard', { id }) }
    case 'expired':
      return type === 'physical'
        ? anotherOf(cardTypeId)
        : { label: t('card.open'), href: link('openCard', { cardTypeId }) }
    case 'closed':
      return { label: t('card.mend.types'), href: link('cardTypeList') }
    default:
      return null
  }
}

function anotherOf(cardTypeId: string) {
  return { label: t('card.physical'), href: link('makeCard', { cardTypeId, step: 1 }) }
}

function service(id: string) {
  return { label: t('mend.service'), href: link('feedback', { refType: 'card', refId: id }) }
}
