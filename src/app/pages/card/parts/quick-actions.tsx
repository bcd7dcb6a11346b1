import { css } from 'goober'
import { useEffect, useRef } from 'react'
import { go, link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { repayHref } from '../../../trouble/trouble.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { owedOn } from './debt/owed.ts'
import type { Freezing } from './freeze.ts'
import { canMove } from './move/can-move.ts'
import { isOver } from './order.ts'

/** What is most often done with a card, as far as its state lets it; nothing where nothing is left to do. */
export function QuickActions({
  of: { card, canFreeze, canUnfreeze, isBusy, toggle },
  hasDetails = false,
  first,
}: {
  of: Freezing
  hasDetails?: boolean
  /** What the URL asks for: `freeze` leads to the button that freezes and unfreezes. */
  first?: string | undefined
}) {
  const { id } = card
  const owes = owedOn(card) !== null
  const canRecharge = canMove(card, 'toCard')
  const canEmpty = !owes && canMove(card, 'toWallet')
  const freezer = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (first !== 'freeze') return
    freezer.current?.focus()
    go('cardDetail', { id }, { replace: true })
  }, [first, id])

  if (isOver(card) && !owes && !canEmpty) return null
  return (
    <nav class={bar} aria-label={t('card.actions')}>
      {canRecharge && (
        <Action icon="plus" label={t('card.recharge')} href={link('selectRecharge', { cardId: id })} />
      )}
      {owes && <Action icon="wallet" label={t('mend.repay')} href={repayHref(id)} />}
      {canEmpty && (
        <Action icon="wallet" label={t('card.toWallet')} href={link('convertWallet', { cardId: id })} />
      )}
      {(canFreeze || canUnfreeze) && (
        <button ref={freezer} type="button" aria-busy={isBusy || undefined} onClick={toggle}>
          <i>
            <Icon name={canUnfreeze ? 'sun' : 'snowflake'} />
          </i>
          <span>{t(canUnfreeze ? 'card.unfreeze' : 'card.freeze')}</span>
        </button>
      )}
      {hasDetails ? (
        <Action icon="eye" label={t('card.details')} href={link('cardDetail', { id })} />
      ) : (
        <Action icon="receipt" label={t('card.bills')} href={link('bill2', { cardId: id })} />
      )}
    </nav>
  )
}

function Action({ icon, label, href }: { icon: IconName; label: string; href: string }) {
  return (
    <a href={href}>
      <i>
        <Icon name={icon} />
      </i>
      <span>{label}</span>
    </a>
  )
}

const bar = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(4rem, 1fr));
  align-items: start;
  gap: 8px;
  & a,
  & button {
    color: var(--text);
    font-size: .8125rem;
    line-height: 1.125rem;
    font-weight: 500;
    text-align: center;
    overflow-wrap: anywhere;
  }
  & [aria-busy] i {
    animation: breathe 1.2s ease-in-out infinite;
  }
  & i {
    display: grid;
    place-items: center;
    width: 52px;
    height: 52px;
    margin: 0 auto 6px;
    border-radius: 18px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line);
    transition: transform .12s;
  }
  & a:first-child i {
    background: var(--ink);
    color: var(--on-ink);
    box-shadow: none;
  }
  & :active i {
    transform: scale(.94);
  }
`
