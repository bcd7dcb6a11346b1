import { css } from 'goober'
import type { ComponentChildren } from 'preact'

/** Labels and what belongs to them; what is empty is left out. */
export function Facts({ facts, label }: { facts: [string, ComponentChildren][]; label: string }) {
  return (
    <dl class={list} aria-label={label}>
      {facts.map(
        ([term, value]) =>
          value && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const list = css`
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
    min-width: 0;
    margin-inline-start: auto;
    text-align: end;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
`
