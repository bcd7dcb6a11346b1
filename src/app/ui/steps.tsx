import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { t } from '../state/locale.ts'
import { Icon } from './icon.tsx'

export type StepState = 'done' | 'now' | 'next' | 'failed'

export interface Step {
  label: string
  state: StepState
  note?: ComponentChildren
}

/** Where something stands, step by step, from top to bottom. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: WebKit takes a list without numbers for none
    <ol role="list" class={list}>
      {steps.map(({ label, state, note }) => (
        <li key={label} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span class="dot">
            {state === 'done' && <Mark icon="check" says={t('steps.done')} />}
            {state === 'failed' && <Mark icon="x" says={t('steps.failed')} />}
          </span>
          <span>
            {label}
            {note && <span class="cap">{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Mark({ icon, says }: { icon: 'check' | 'x'; says: string }) {
  return (
    <>
      <Icon name={icon} size={14} />
      <span class="sr">{says}</span>
    </>
  )
}

/** How far along, as a bar: `value` of `max`. Without a label it is for the eye alone: words beside it say the same. */
export function Progress({ value, max, label }: { value: number; max: number; label?: string }) {
  const heard = label
    ? {
        role: 'progressbar' as const,
        'aria-label': label,
        'aria-valuenow': value,
        'aria-valuemin': 0,
        'aria-valuemax': max,
      }
    : { 'aria-hidden': true }
  return (
    <div class={bar} {...heard}>
      <i style={`transform:scaleX(${max > 0 ? Math.min(1, value / max) : 0})`} />
    </div>
  )
}

const list = css`
  display: grid;
  & li {
    position: relative;
    display: flex;
    gap: 12px;
    padding-bottom: 20px;
    overflow-wrap: anywhere;
    color: var(--text-3);
  }
  & li::before {
    content: "";
    position: absolute;
    inset: 26px auto 2px 11px;
    width: 2px;
    background: var(--line);
  }
  & li:last-child::before {
    content: none;
  }
  & .dot {
    display: grid;
    place-items: center;
    flex: none;
    width: 24px;
    height: 24px;
    border-radius: 50%;
    box-shadow: inset 0 0 0 2px var(--line);
  }
  & .cap {
    display: block;
    font-weight: 400;
  }
  & [data-state="done"] {
    color: var(--text);
  }
  & [data-state="done"] .dot {
    background: var(--accent);
    color: var(--on-accent);
    box-shadow: none;
  }
  & [data-state="now"] {
    color: var(--text);
    font-weight: 600;
  }
  & [data-state="now"] .dot {
    box-shadow: inset 0 0 0 7px var(--accent);
    animation: breathe 1.6s ease-in-out infinite;
  }
  & [data-state="failed"] {
    color: var(--neg);
  }
  & [data-state="failed"] .dot {
    background: var(--neg-soft);
    color: var(--neg);
    box-shadow: none;
  }
`
const bar = css`
  height: 6px;
  border-radius: 3px;
  background: var(--sunken);
  overflow: hidden;
  & i {
    display: block;
    height: 100%;
    border-radius: 3px;
    background: var(--accent);
    transform-origin: 0 0;
    transition: transform .28s cubic-bezier(.2, 0, 0, 1);
  }
`
