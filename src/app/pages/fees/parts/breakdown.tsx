import { costName } from '../../../display/fee-name.ts'
import { MonthColumns } from '../../../display/month-columns.tsx'
import { link } from '../../../routing/hash-location.tsx'
import { currency as priced, t } from '../../../state/locale.ts'
import { kindName } from '../../../ui/kind-name.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Fees, grouped, monthsOf, type Sum } from './worths.ts'

interface Part {
  year: string
  of: Fees
}

/** By month, in the pricing currency; a month leads to its bills, and those without stand in one line. */
export function ByMonth({ of }: Pick<Part, 'of'>) {
  const title = t('fees.byMonth', { currency: priced.value })
  const months = monthsOf(of)
  if (months.length === 0) return null
  return (
    <Section title={title}>
      <MonthColumns
        label={title}
        months={months}
        currency={priced.value}
        hrefOf={month => link('bill', { cost: 'all', month })}
      />
      {months.length < 12 && <p class="cap">{t('fees.otherMonths')}</p>}
    </Section>
  )
}

/** By what it was for. */
export function ByKind({ year, of: { kinds } }: Part) {
  return (
    <Section title={t('fees.byKind')}>
      <List label={t('fees.byKind')}>
        {grouped(kinds, ({ kind }) => kind).map(group => {
          const [{ kind }] = group as [(typeof group)[number]]
          const count = group.reduce((sum, each) => sum + each.count, 0)
          return (
            <Row
              key={kind}
              title={costName(kind) ?? t('costKind.other')}
              note={t(kind === 'spread' ? 'fees.spread' : 'fees.count', { count })}
              value={<Amounts of={group} />}
              href={link('bill', { cost: kind, year })}
            />
          )
        })}
      </List>
    </Section>
  )
}

/** By card, and what was none's. */
export function ByCard({ year, of: { cards } }: Part) {
  return (
    <Section title={t('fees.byCard')}>
      <List label={t('fees.byCard')}>
        {grouped(cards, ({ card }) => card?.id ?? '').map(group => {
          const [{ card }] = group as [(typeof group)[number]]
          return (
            <Row
              key={card?.id ?? ''}
              icon={card ? 'credit-card' : 'wallet'}
              title={card ? kindName(card.cardTypeName) : t('fees.noCard')}
              note={card ? t('fees.card', { last4: card.last4 }) : t('fees.noCardNote')}
              value={<Amounts of={group} />}
              href={link('bill', {
                cost: 'all',
                year,
                ...(card ? { cardOutId: card.id } : { cardless: 'yes' }),
              })}
            />
          )
        })}
      </List>
    </Section>
  )
}

/** Each currency on a line of its own, below zero where more came back. */
function Amounts({ of }: { of: readonly Sum[] }) {
  return (
    <>
      {of.map(({ currency, amount }) => (
        <div key={currency}>
          <Money amount={amount} currency={currency} />
        </div>
      ))}
    </>
  )
}
