import { t } from '../../../../state/locale.ts'
import { depositMend } from '../../../../trouble/trouble.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Money } from '../../../../ui/money.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Summary, type SummaryItem } from '../../../../ui/summary.tsx'
import type { Direction, Plan } from './move-plan.ts'

/** The live words under the figure: limits while it is empty, what stands against it, or fee, total and what stays. */
export function MoveWords({ plan, direction }: { plan: Plan; direction: Direction }) {
  const { problem, missing } = plan
  if (problem === 'empty') return <Limits plan={plan} direction={direction} />
  if (problem) {
    const mend = problem === 'insufficient' || problem === 'keep' ? depositMend(missing) : null
    return (
      <p class="bad">
        {problemText(plan, problem)} {mend && <a href={mend.href}>{mend.label}</a>}
      </p>
    )
  }
  if (direction === 'toWallet') {
    return (
      <p>
        {t('card.move.free')}
        <br />
        {t('card.move.cardLeft')} <Money amount={plan.cardAfter} currency="USD" />
      </p>
    )
  }
  return (
    <p>
      {t('card.move.feeLine', { fee: text(plan.fee), share: plan.share, total: text(plan.total) })}
      <br />
      {t('card.move.walletLeft')} <Money amount={plan.walletAfter} currency="USDT" />
    </p>
  )
}

function Limits({ plan, direction }: { plan: Plan; direction: Direction }) {
  if (direction === 'toWallet') return <p>{t('card.move.freeOnly')}</p>
  return (
    <p>
      {t('card.move.limits', { min: bare(plan.min), max: bare(plan.limit), share: plan.share })}
      <br />
      {t('card.move.rate')}
      {plan.keep && (
        <>
          <br />
          {t('card.move.keep', { keep: text(plan.keep) })}
        </>
      )}
    </p>
  )
}

function problemText(plan: Plan, problem: NonNullable<Plan['problem']>): string {
  switch (problem) {
    case 'min':
      return t('card.move.min', { min: text(plan.min) })
    case 'limit':
      return t('card.move.limit', { max: text(plan.limit) })
    case 'keep':
      return t('card.move.keepBroken', {
        keep: text(plan.keep ?? '0'),
        max: ownAmount({ amount: plan.max, currency: 'USDT' }),
      })
    case 'over':
      return t('card.move.over')
    default:
      return t('card.move.insufficient', { total: text(plan.total) })
  }
}

/** What is agreed to, before the PIN. */
export function MoveSummary({ plan, direction, card }: { plan: Plan; direction: Direction; card: string }) {
  const isToCard = direction === 'toCard'
  const items: SummaryItem[] = [
    { label: t('card.move.from'), value: isToCard ? t('card.move.wallet') : card },
    { label: t('card.move.to'), value: isToCard ? card : t('card.move.wallet') },
    {
      label: t('card.move.arrives'),
      value: amountText({ amount: plan.amount, currency: isToCard ? 'USD' : 'USDT' }),
    },
    {
      label: t(isToCard ? 'card.fees.recharge' : 'card.fee'),
      value: isToCard ? text(plan.fee) : t('card.free'),
      note: isToCard && `${plan.share}%`,
    },
    {
      label: t(isToCard ? 'card.total' : 'card.move.leaves'),
      value: isToCard ? text(plan.total) : amountText({ amount: plan.total, currency: 'USD' }),
      isTotal: true,
    },
    {
      label: t(isToCard ? 'card.move.walletLeft' : 'card.move.cardLeft'),
      value: (
        <Money amount={isToCard ? plan.walletAfter : plan.cardAfter} currency={isToCard ? 'USDT' : 'USD'} />
      ),
    },
  ]
  return <Summary items={items} />
}

function text(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}

function bare(amount: string): string {
  return amountText({ amount, currency: 'USDT', bare: true })
}
