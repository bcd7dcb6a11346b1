import { css } from 'goober'
import { useState } from 'react'
import type { CardType } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { Field } from '../../../../ui/field.tsx'
import { kindName } from '../../../../ui/kind-name.ts'
import { paper } from '../../../../ui/paper.ts'
import { amountOf } from '../reckon.ts'
import type { Extras } from './extras.ts'
import { cheapest, yearlyCost } from './habits.ts'

/** What each kind costs in a year of one's own spending; the cheapest is marked. */
export function HabitsCost({ kinds, extras }: { kinds: CardType[]; extras: Extras }) {
  const [typed, setTyped] = useState('500')
  const [abroadPercent, setAbroad] = useState(20)
  const monthly = amountOf(typed)
  const isAmount = /^\d{1,7}(\.\d{1,2})?$/.test(monthly)
  const habits = { monthly: isAmount ? monthly : '0', abroadPercent }
  const best = cheapest(habits, kinds, extras)
  const known = kinds.find(({ id }) => id === best)
  const first = (known && yearlyCost(habits, known, extras)?.first) ?? '0'
  return (
    <div class={`${paper} ${box}`}>
      <Field
        label={t('card.habits.monthly')}
        value={typed}
        inputMode="decimal"
        enterKeyHint="done"
        maxLength={10}
        onInput={setTyped}
        error={isAmount ? null : t('field.amount')}
        after={<span class="unit">USD</span>}
      />
      <label>
        {t('card.habits.abroad', { share: abroadPercent })}
        <input
          type="range"
          min={0}
          max={100}
          step={10}
          value={abroadPercent}
          onInput={event => setAbroad(Number(event.currentTarget.value))}
        />
      </label>
      <p class="sr" role="status">
        {known &&
          t('card.habits.cheapest', {
            name: kindName(known.name),
            first: amountText({ amount: first, currency: 'USDT' }),
          })}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('card.kind')}</th>
            <th scope="col">{t('card.habits.first')}</th>
            <th scope="col">{t('card.habits.later')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(kind => {
            const cost = yearlyCost(habits, kind, extras)
            return (
              <tr key={kind.id}>
                <th scope="row">
                  {kindName(kind.name)} {kind.id === best && <Chip tone="pos">{t('card.habits.best')}</Chip>}
                </th>
                <td class="num">{cost ? bare(cost.first) : '—'}</td>
                <td class="num">{cost ? bare(cost.later) : '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p class="cap">
        {t('card.habits.note')}
        {kinds.some(({ type }) => type === 'physical') && t('card.habits.physical')}
      </p>
    </div>
  )
}

function bare(amount: string): string {
  return amountText({ amount, currency: 'USDT', bare: true })
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  padding: 16px;
  & .unit {
    padding: 0 14px;
    color: var(--text-3);
  }
  & [type="range"] {
    display: block;
    width: 100%;
    height: 44px;
    accent-color: var(--accent);
  }
  & table {
    border-collapse: collapse;
    font-size: .875rem;
    line-height: 1.25rem;
  }
  & tr {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    padding: 9px 0;
  }
  & th,
  & td {
    flex: 1 1 3.5rem;
    padding: 0 0 0 8px;
    text-align: end;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & tr > :first-child {
    flex: 3 1 5.5rem;
    padding: 0;
    text-align: start;
  }
  & thead th {
    color: var(--text-2);
    font-weight: 400;
  }
  & tbody tr {
    border-top: 1px solid var(--line);
  }
`
