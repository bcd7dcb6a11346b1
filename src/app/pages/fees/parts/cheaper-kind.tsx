import { cheaper } from '../../../../contract/cost.ts'
import { useLoad } from '../../../loading/use-load.ts'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { Button } from '../../../ui/button.tsx'
import { kindName } from '../../../ui/kind-name.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/section.tsx'
import { Summary } from '../../../ui/summary.tsx'

/** The kind of card that would have cost least, where that makes a difference; nothing otherwise. */
export function CheaperKind() {
  const { data } = useLoad(cheaper, {})
  const [best] = data?.kinds ?? []
  if (!data || !best) return null
  const { cardTypeId, cost, saves, openFee, annualFee, isOwned } = best
  const name = kindName(best.cardTypeName)
  const inUsdt = (amount: string) => <Money amount={amount} currency="USDT" />
  return (
    <Section title={t('fees.cheaper', { name })}>
      <Summary
        label={t('fees.cheaper', { name })}
        items={[
          { label: t('fees.cheaper.paid'), value: inUsdt(data.paid) },
          {
            label: t('fees.cheaper.cost', { name }),
            value: inUsdt(cost),
            note: extrasOf({ openFee, annualFee }),
          },
          { label: t('fees.cheaper.saves'), value: inUsdt(saves), isTotal: true },
        ]}
      />
      <p class="cap">{t(isOwned ? 'fees.cheaper.owned' : 'fees.cheaper.how', { name })}</p>
      <Button kind="plain" href={isOwned ? link('cardList') : link('openCard', { cardTypeId })}>
        {t(isOwned ? 'fees.cheaper.own' : 'fees.cheaper.see', { name })}
      </Button>
    </Section>
  )
}

/** What it costs to have one is in its sum. */
function extrasOf({ openFee, annualFee }: { openFee: string; annualFee: string }): string | null {
  const [open, annual] = [openFee, annualFee].map(amount => amountText({ amount, currency: 'USDT' }))
  if (openFee === '0')
    return annualFee === '0' ? null : t('fees.cheaper.withAnnual', { annual: annual ?? '' })
  return annualFee === '0'
    ? t('fees.cheaper.withOpen', { open: open ?? '' })
    : t('fees.cheaper.withBoth', { open: open ?? '', annual: annual ?? '' })
}
