import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { paper } from './paper.ts'

export interface SummaryItem {
  label: string
  value: ComponentChildren
  /** A smaller line under the value. */
  note?: ComponentChildren
  isTotal?: boolean
}

/** Labels on the left, what belongs to them on the right; the total stands out, what is empty is left out. */
export function Summary({ items, label }: { items: (SummaryItem | null | false)[]; label?: string }) {
  return (
    <dl class={`${paper} ${list}`} aria-label={label}>
      {items.map(item => item && <Line key={item.label} {...item} />)}
    </dl>
  )
}

function Line({ label, value, note, isTotal }: SummaryItem) {
  if (!value) return null
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd data-noted={note ? '' : undefined}>
        {value}
        {note && <span class="cap">{note}</span>}
      </dd>
    </div>
  )
}

const list = css`
  padding: 4px 16px;
  & div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 2px 16px;
    padding: 11px 0;
  }
  & div + div {
    border-top: 1px solid var(--line);
  }
  & dt {
    min-width: 0;
    overflow-wrap: anywhere;
    color: var(--text-2);
  }
  & dd {
    min-width: 0;
    margin-inline-start: auto;
    text-align: end;
    font-weight: 500;
    overflow-wrap: anywhere;
    word-break: keep-all;
  }
  & dd[data-noted] {
    flex: 1 1 42%;
    min-width: min-content;
    overflow-wrap: break-word;
    word-break: normal;
  }
  & .cap {
    display: block;
    font-weight: 400;
  }
  & [data-total] dt {
    color: var(--text);
    font-weight: 600;
  }
  & [data-total] dd {
    font-size: 1.125rem;
    font-weight: 600;
  }
`
