import { css } from 'goober'
import { groupsOf } from '../address-groups.ts'
import { marksOf, runsOf } from './address-marks.ts'

interface OutAddressProps {
  address: string
  /** The address it could be taken for: every character that differs is marked. */
  unlike?: string
}

/** The whole address in groups of four, its first and last six characters standing out. */
export function OutAddress({ address, unlike }: OutAddressProps) {
  const marks = marksOf(address, unlike)
  let at = 0
  return (
    <p class={text}>
      <span class="sr">{address}</span>
      <bdi dir="ltr" aria-hidden="true">
        {groupsOf(address).map((group, index) => {
          const runs = runsOf(group, marks.slice(at, at + group.length))
          at += group.length
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat and never move
            <span key={index}>
              {runs.map(([run, mark], place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: runs may repeat and never move
                <i key={place} data-mark={mark}>
                  {run}
                </i>
              ))}
              <wbr />
            </span>
          )
        })}
      </bdi>
    </p>
  )
}

const text = css`
  font-family: ui-monospace, "SF Mono", Menlo, "Roboto Mono", "DejaVu Sans Mono", monospace;
  font-size: .9375rem;
  line-height: 1.5rem;
  color: var(--text-2);
  text-align: start;
  user-select: all;
  & bdi span {
    margin-inline-end: .5em;
  }
  & i {
    font-style: normal;
  }
  & [data-mark="end"] {
    color: var(--accent);
    font-weight: 700;
  }
  & [data-mark="unlike"] {
    background: var(--neg-soft);
    color: var(--neg);
    font-weight: 700;
    text-decoration: underline;
  }
`
