import { css } from 'goober'
import { useState } from 'react'
import { cardLimit } from '../../../../../contract/card-control.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { hideAmounts, t } from '../../../../state/locale.ts'
import { List } from '../../../../ui/list.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Skeleton } from '../../../../ui/states.tsx'
import { AtMost, isAtMost, type Limit } from './at-most.tsx'
import { LimitEdit } from './limit-edit.tsx'
import { usd } from './usd.ts'

/** The limits of purchases: what was set, the most there is, and what counts against it now. */
export function Limits({ cardId }: { cardId: string }) {
  const limits = useLoad(cardLimit, { id: cardId })
  const [edited, edit] = useState<Limit | null>(null)
  if (edited) {
    return (
      <LimitEdit
        cardId={cardId}
        limit={edited}
        onEnd={() => {
          edit(null)
          limits.reload()
        }}
      />
    )
  }
  return (
    <Loaded of={limits} bones={<Skeleton rows={3} />}>
      {list => (
        <>
          <p class="cap">{t('card.limits.about')}</p>
          <List label={t('card.limits')}>
            {list.map(limit => (
              <LimitRow key={limit.window} limit={limit} onPress={() => edit(limit)} />
            ))}
          </List>
          {list.some(isAtMost) && <AtMost text={t('card.limits.someAtMost')} />}
        </>
      )}
    </Loaded>
  )
}

function LimitRow({ limit, onPress }: { limit: Limit; onPress: () => void }) {
  const { window, own, most, used } = limit
  const now = own ?? most
  const words = t('card.limits.used', { used: ownAmount({ amount: used, currency: 'USD' }), limit: usd(now) })
  return (
    <li>
      <button type="button" class={row} onClick={onPress}>
        <span class="line">
          <span>{t(`card.limits.${window}`)}</span>
          <b class="num">{usd(now)}</b>
        </span>
        {window !== 'single' && (
          <>
            {!hideAmounts.value && <progress max={1} value={shareOf(used, now)} aria-hidden="true" />}
            <span class="cap">{words}</span>
          </>
        )}
        <span class="cap">
          {own === null ? t('card.limits.ofKind') : t('card.limits.most', { most: usd(most) })}
        </span>
      </button>
    </li>
  )
}

/** For the eye alone: how full the bar is. */
function shareOf(used: string, limit: string): number {
  return Number(limit) > 0 ? Math.min(1, Number(used) / Number(limit)) : 1
}

const row = css`
  display: grid;
  gap: 4px;
  width: 100%;
  min-height: 64px;
  padding: 12px 16px;
  text-align: start;
  color: var(--text);
  & .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    justify-content: space-between;
  }
  & b {
    font-weight: 600;
  }
  & progress {
    appearance: none;
    width: 100%;
    height: 6px;
    border: 0;
    border-radius: 3px;
    overflow: hidden;
    background: var(--sunken);
  }
  & progress::-webkit-progress-bar {
    background: var(--sunken);
  }
  & progress::-webkit-progress-value {
    background: var(--accent);
  }
  & progress[value="1"]::-webkit-progress-value {
    background: var(--neg);
  }
  & progress::-moz-progress-bar {
    background: var(--accent);
  }
  &:active {
    background: var(--sunken);
  }
`
