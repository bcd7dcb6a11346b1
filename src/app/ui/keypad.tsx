import { css } from 'goober'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../state/locale.ts'
import { guardSwipe } from '../telegram/guards.ts'
import { feel } from '../telegram/telegram.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

/** A PIN is at least so long. */
export const pinMin = 6
const pinMax = 32

export interface PinPadProps {
  /** What the PIN is for, above the dots. */
  label: string
  /** The PIN is whole and was confirmed by a press (or by Enter). */
  onDone: (pin: string) => void
  error?: string | null
  isBusy?: boolean
  /** Words of the button; `keypad.confirm` by default. */
  confirm?: string
  /** What is to be said of a PIN while it is typed, under it. */
  note?: (pin: string) => ComponentChildren
  /** Instead of a plain button, to confirm with. */
  button?: ComponentType<{ children: string; isBusy: boolean; isDisabled: boolean }> | undefined
}

/**
 * Asks for the fund PIN: at least 6 characters of any kind (decision D8). Digits first, without the keyboard of the
 * system; a switch leads to text. Cleared whenever `error` changes to something.
 */
export function PinPad({ label, onDone, error, isBusy = false, confirm, note, button }: PinPadProps) {
  const [pin, setPin] = useState('')
  const [isText, setText] = useState(false)
  const isWhole = pin.length >= pinMin
  const done = () => isWhole && !isBusy && onDone(pin)
  const Confirm = button ?? Plain
  const about = useLostFocus()

  useEffect(guardSwipe, [])
  useEffect(() => {
    if (!error) return
    setPin('')
    // The button is disabled by that, and would take the focus along.
    about.current?.focus()
  }, [error, about])

  function press(key: string) {
    feel('light')
    // From the last value, not this render's: fast fingers press twice within one frame.
    setPin(last => (key === 'delete' ? last.slice(0, -1) : (last + key).slice(0, pinMax)))
  }

  return (
    <form
      class={pad}
      onSubmit={event => {
        event.preventDefault()
        done()
      }}
    >
      {isText ? (
        <Field
          label={label}
          type="password"
          value={pin}
          onInput={setPin}
          autoComplete="one-time-code"
          error={error}
          maxLength={pinMax}
        />
      ) : (
        <>
          {/* biome-ignore lint/a11y/noAutofocus: in a sheet the cross would have it, which Enter presses */}
          <p class="label" tabIndex={-1} autoFocus ref={about}>
            {label}
          </p>
          <p class="dots" role="status">
            <span class="sr">{t('keypad.progress', { count: pin.length })}</span>
            {Array.from({ length: Math.max(pinMin, pin.length) }, (_, index) => (
              <i key={String(index)} data-full={index < pin.length ? '' : undefined} />
            ))}
          </p>
          <p class="error" role="alert">
            {error}
          </p>
        </>
      )}
      {note?.(pin)}
      {!isText && <Keys onKey={press} />}
      <Confirm isDisabled={!isWhole} isBusy={isBusy}>
        {confirm ?? t('keypad.confirm')}
      </Confirm>
      <Button kind="quiet" onPress={() => setText(!isText)}>
        {t(isText ? 'keypad.digits' : 'keypad.text')}
      </Button>
    </form>
  )
}

/** Gives the focus to what takes this when nothing has it: what led here is gone. The title of a new page comes first. */
function useLostFocus() {
  const taker = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    queueMicrotask(() => {
      if ((document.activeElement ?? document.body) === document.body) taker.current?.focus()
    })
  }, [])
  return taker
}

function Plain(props: { children: string; isBusy: boolean; isDisabled: boolean }) {
  return <Button type="submit" {...props} />
}

export interface AmountPadProps {
  value: string
  onInput: (value: string) => void
  /** Digits allowed after the point. */
  scale?: number
  /** What Enter on a real keyboard does; nothing while the amount cannot be gone on with. */
  onEnter?: (() => void) | undefined
}

/** Keys for an amount. Takes the keys of a real keyboard too, with `,` as a point. */
export function AmountPad({ value, onInput, scale = 2, onEnter = nothing }: AmountPadProps) {
  useEffect(guardSwipe, [])

  function press(key: string) {
    feel('light')
    onInput(typed(value, key, scale))
  }
  return <Keys onKey={press} hasPoint onClear={() => onInput('')} onEnter={onEnter} />
}

function nothing() {}

/** What an amount becomes by one more key; a key that makes no amount changes nothing. */
export function typed(value: string, key: string, scale: number): string {
  if (key === 'delete') return value.slice(0, -1)
  const next = key === '.' && value === '' ? '0.' : value === '0' && key !== '.' ? key : value + key
  const isAmount = new RegExp(`^(0|[1-9]\\d{0,12})(\\.\\d{0,${scale}})?$`).test(next)
  return isAmount && !(scale === 0 && key === '.') ? next : value
}

interface KeysProps {
  onKey: (key: string) => void
  onClear?: () => void
  /** Instead of the button of the form. */
  onEnter?: () => void
  hasPoint?: boolean
}

/** Whether a sheet lies over it: what is typed then, a PIN perhaps, is not for these keys. */
function isUnder(pad: Element | null): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1)
  return top !== undefined && !top.contains(pad)
}

/** As Enter in a field does it. */
function confirm(pad: Element | null) {
  pad?.closest('form')?.querySelector<HTMLElement>('[type="submit"]')?.click()
}

function Keys({ onKey, onClear, onEnter, hasPoint = false }: KeysProps) {
  const pad = useRef<HTMLDivElement>(null)
  // Before it is seen: whoever types at once loses no key.
  useLayoutEffect(() => {
    function type(event: KeyboardEvent) {
      const { tagName = '' } = event.target as Element
      const isElsewhere = /INPUT|TEXTAREA|SELECT/.test(tagName)
      if (isElsewhere || isUnder(pad.current) || event.metaKey || event.ctrlKey) return
      if (/^\d$/.test(event.key)) onKey(event.key)
      else if (event.key === 'Backspace') onKey('delete')
      else if (event.key === 'Enter' && !/^(A|BUTTON)$/.test(tagName)) (onEnter ?? confirm)(pad.current)
      else if (hasPoint && (event.key === '.' || event.key === ',')) onKey('.')
    }
    addEventListener('keydown', type)
    return () => removeEventListener('keydown', type)
  })
  return (
    <div class={keys} ref={pad}>
      {['1', '2', '3', '4', '5', '6', '7', '8', '9', hasPoint ? '.' : '', '0'].map(key =>
        key ? (
          <button key={key} type="button" onClick={() => onKey(key)}>
            {key}
          </button>
        ) : (
          <span key="none" />
        ),
      )}
      <button
        type="button"
        aria-label={t('keypad.delete')}
        onClick={() => onKey('delete')}
        onContextMenu={event => {
          event.preventDefault()
          onClear?.()
        }}
      >
        <Icon name="delete" />
      </button>
    </div>
  )
}

const pad = css`
  display: grid;
  gap: 8px;
  & ul {
    justify-content: center;
  }
  & .label {
    outline: none;
    text-align: center;
    text-wrap: balance;
    color: var(--text-2);
  }
  & .dots {
    display: flex;
    flex-wrap: wrap;
    gap: 14px;
    justify-content: center;
    padding: 12px 0 4px;
  }
  & .dots i {
    width: 14px;
    height: 14px;
    border-radius: 50%;
    box-shadow: inset 0 0 0 1.5px var(--line-strong);
  }
  & .dots i[data-full] {
    background: var(--text);
    box-shadow: none;
  }
  & .error {
    min-height: 1.375rem;
    text-align: center;
    color: var(--neg);
    font-size: .9375rem;
    line-height: 1.375rem;
  }
`
const keys = css`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 4px;
  user-select: none;
  & button {
    display: grid;
    place-items: center;
    min-height: 56px;
    border-radius: 14px;
    font-size: 1.5rem;
    font-variant-numeric: tabular-nums;
  }
  & button:active {
    background: var(--sunken);
  }
  /* On a phone that lies on its side: beside what they type. */
  @media (min-width: 560px) and (max-height: 480px) {
    grid-column: 2;
    grid-row: 1 / 9;
    position: sticky;
    top: calc(64px + var(--safe-top));
    align-self: start;
    & button {
      min-height: 44px;
    }
    form:has(> &) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      align-content: start;
      column-gap: 16px;
    }
  }
`
