import { css } from 'goober'
import { useState } from 'react'
import { t } from '../../../state/locale.ts'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { List } from '../../../ui/list.tsx'
import { Empty } from '../../../ui/states.tsx'

export interface Option {
  value: string
  label: string
  /** The name in the other language, or a code; found by the search too. */
  note?: string | undefined
  /** Found by the search and not shown. */
  words?: string | undefined
}

export interface OptionsProps {
  label: string
  options: readonly Option[]
  value?: string
  onPick: (value: string) => void
}

const fewMax = 8

/** A long choice, narrowed by typing. Arrow keys walk through it; Enter takes the only one that is left. */
export function Options({ label, options, value, onPick }: OptionsProps) {
  const [typed, type] = useState('')
  const found = options.filter(option => fits(option, plain(typed)))
  return (
    <form
      class={box}
      onSubmit={event => {
        event.preventDefault()
        if (found.length === 1 && found[0]) onPick(found[0].value)
      }}
      onKeyDown={walk}
    >
      {options.length > fewMax && (
        <div class="search">
          <Field
            label={t('account.place.search')}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            value={typed}
            onInput={type}
            maxLength={40}
          />
        </div>
      )}
      {found.length === 0 && <Empty icon="search" text={t('account.place.none')} />}
      {found.length > 0 && (
        <List label={label}>
          {found.map(option => (
            <li key={option.value}>
              <button
                type="button"
                aria-pressed={option.value === value ? true : undefined}
                onClick={() => onPick(option.value)}
              >
                <span>{option.label}</span>
                {option.note && <span class="cap">{option.note}</span>}
                {option.value === value && <Icon name="check" size={20} />}
              </button>
            </li>
          ))}
        </List>
      )}
    </form>
  )
}

function fits({ value, label, note = '', words = '' }: Option, wanted: string): boolean {
  return [label, note, words].some(text => plain(text).includes(wanted)) || plain(value) === wanted
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\s']/gu, '')
    .toLowerCase()
}

function walk(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
  stops[stops.indexOf(event.target as HTMLElement) + step]?.focus()
  event.preventDefault()
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  align-content: start;
  min-height: 60dvh;
  & .search {
    position: sticky;
    top: 0;
    z-index: 1;
    margin-top: -12px;
    padding: 12px 0 8px;
    background: var(--bg);
  }
  & li {
    content-visibility: auto;
    contain-intrinsic-size: auto 52px;
  }
  & li button {
    display: flex;
    gap: 12px;
    align-items: center;
    justify-content: space-between;
    width: 100%;
    min-height: 52px;
    padding: 8px 16px;
    text-align: start;
  }
  & li button:active,
  & li button:focus-visible {
    background: var(--sunken);
    outline-offset: -2px;
  }
  & li .cap {
    flex: none;
    max-width: 50%;
    margin-inline-start: auto;
    text-align: end;
  }
  & li svg {
    flex: none;
    color: var(--accent);
  }
`
