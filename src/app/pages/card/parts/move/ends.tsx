import { css } from 'goober'
import { InLine } from '../../../../display/in-line.tsx'
import { t } from '../../../../state/locale.ts'
import { dot } from '../../../../ui/dots.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Money } from '../../../../ui/money.tsx'
import { paper } from '../../../../ui/paper.ts'

export interface End {
  name: string
  available: string
  currency: string
  /** What could stand here instead: more than one makes it a choice. */
  choices?: Choice[]
  chosen?: string
  onChoose?: (value: string) => void
}

export interface Choice {
  value: string
  label: string
}

interface EndsProps {
  from: End
  to: End
  onSwap?: (() => void) | undefined
}

/** From where to where, with what is available at either end, and a switch between them. */
export function Ends({ from, to, onSwap }: EndsProps) {
  return (
    <div class={`${paper} ${box}`} data-turns={onSwap ? '' : undefined}>
      <OneEnd word={t('card.move.from')} end={from} />
      <OneEnd word={t('card.move.to')} end={to} />
      {onSwap && (
        <button type="button" aria-label={t('card.move.swap')} onClick={onSwap}>
          <Icon name="arrow-left-right" size={20} />
        </button>
      )}
    </div>
  )
}

function OneEnd({ word, end }: { word: string; end: End }) {
  const { name, available, currency, choices = [] } = end
  return (
    <div>
      <i>{word}</i>
      <span>
        {choices.length > 1 ? <Chooser of={end} choices={choices} /> : <Name of={name} />}
        <span class="cap">
          {t('card.available')} <Money amount={available} currency={currency} bare={currency === 'USDT'} />
        </span>
      </span>
    </div>
  )
}

/** The name in as many lines as it takes, which no select can have, and the select over it. */
function Chooser({ of: { name, chosen, onChoose }, choices }: { of: End; choices: Choice[] }) {
  return (
    <span class="choice">
      <Name of={name} isHidden />
      <Icon name="chevron-down" size={18} />
      <select
        aria-label={t('card.move.choose')}
        value={chosen}
        onChange={event => onChoose?.(event.currentTarget.value)}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

function Name({ of: name, isHidden }: { of: string; isHidden?: boolean }) {
  return (
    <b aria-hidden={isHidden}>
      <InLine of={name.split(dot)} />
    </b>
  )
}

const box = css`
  position: relative;
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: center;
    min-height: 58px;
    padding: 7px 16px;
  }
  &[data-turns] > div {
    padding-inline-end: 64px;
  }
  & > div + div {
    border-top: 1px solid var(--line);
  }
  & div > i {
    flex: none;
    min-width: 2.5em;
    font-style: normal;
    color: var(--text-3);
    font-size: .875rem;
  }
  & b {
    min-width: 0;
    overflow-wrap: anywhere;
    font-weight: 600;
  }
  & div > span {
    flex: 1 1 6.5rem;
    min-width: 0;
    line-height: 1.375rem;
  }
  & .cap {
    display: block;
  }
  & .choice {
    position: relative;
    display: flex;
    gap: 4px;
    align-items: center;
  }
  & .choice svg {
    flex: none;
    color: var(--text-3);
  }
  & .choice:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & select {
    position: absolute;
    /* 44 px for a finger, a line for the eye. */
    inset: -11px 0;
    width: 100%;
    opacity: 0;
  }
  & option {
    color: #16181a;
    background: #fff;
  }
  & button {
    position: absolute;
    inset: 50% 12px auto auto;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-top: -22px;
    border-radius: 50%;
    background: var(--accent-soft);
    color: var(--accent);
    rotate: 90deg;
  }
`
