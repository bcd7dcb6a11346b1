import { t } from '../../../../state/locale.ts'
import { depositMend, plainTrouble } from '../../../../trouble/trouble.ts'
import type { OutPlan, Problem, Quote } from './out-plan.ts'
import { figure, ownFigure } from './out-terms.tsx'
import type { LivePlan } from './use-out-plan.ts'

interface OutWordsProps {
  checked: OutPlan
  live: LivePlan
  quote: Quote
  currency: string
}

/** The live words under the figure: bounds while it is empty, what stands against it, or fee and what arrives. */
export function OutWords({ checked, live: { plan, failure }, quote, currency }: OutWordsProps) {
  const { problem, missing } = checked
  if (problem === 'empty') {
    return (
      <p>
        {t('wallet.out.bounds', {
          min: figure(checked.min, currency),
          max: ownFigure(checked.max, currency),
        })}
        <br />
        {t('wallet.out.feeIs', { fee: figure(quote.fee, currency) })}
      </p>
    )
  }
  if (problem) {
    const mend = problem === 'balance' ? depositMend(missing, currency) : null
    return (
      <p class="bad">
        {problemText(problem, { checked, quote, currency })} {mend && <a href={mend.href}>{mend.label}</a>}
      </p>
    )
  }
  if (failure) {
    return <p class="bad">{plainTrouble(failure, { currency })?.text}</p>
  }
  if (!plan) return <p aria-busy="true">{t('wallet.out.reckoning')}</p>
  const fee = t('wallet.out.feeShare', { fee: figure(plan.fee, currency), share: Number(plan.feePercent) })
  return (
    <>
      <p>{t('wallet.out.feeLine', { fee })}</p>
      <p>
        {t('wallet.out.planLine', {
          amount: figure(plan.amount, currency),
          receive: figure(plan.receive, currency),
        })}
      </p>
    </>
  )
}

function problemText(
  problem: Exclude<Problem, 'empty'>,
  { checked, quote, currency }: Pick<OutWordsProps, 'checked' | 'quote' | 'currency'>,
): string {
  switch (problem) {
    case 'scale':
      return t('wallet.out.typed.scale')
    case 'min':
      return t('wallet.out.typed.min', { min: figure(checked.min, currency) })
    case 'balance':
      return t('wallet.out.typed.balance', { available: ownFigure(quote.available, currency) })
    case 'day':
    case 'month':
      return t(`wallet.out.typed.${problem}`, { left: ownFigure(quote[problem].left, currency) })
    case 'max':
      return t('wallet.out.typed.max', { max: ownFigure(checked.max, currency) })
  }
}
