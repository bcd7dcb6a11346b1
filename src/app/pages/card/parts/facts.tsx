import { css } from 'goober'
import type { ComponentChildren } from 'preact'

export interface Fact {
  label: string
  value: ComponentChildren
  note?: ComponentChildren
  isTotal?: boolean
}

/** Labels on the left, figures on the right; the total stands out. */
export function Facts({ facts, label }: { facts: (Fact | null | false)[]; label?: string }) {
  return (
    <dl class={list} aria-label={label}>
      {facts.map(
        fact =>
          fact && (
            <div key={fact.label} data-total={fact.isTotal || undefined}>
              <dt>{fact.label}</dt>
              <dd>
                {fact.value}
                {fact.note && <span class="cap">{fact.note}</span>}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

const list = css`
  display: grid;
  padding: 4px 16px;
  border-radius: 18px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
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
    color: var(--text-2);
  }
  & dd {
    flex: 1 1 50%;
    min-width: 0;
    text-align: end;
    font-weight: 500;
    overflow-wrap: anywhere;
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
