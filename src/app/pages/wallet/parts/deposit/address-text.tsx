import { css } from 'goober'
import { groupsOf } from '../address-groups.ts'

/** The whole address, never cut: groups of four, the first and the last stand out. Selected by hand it has no gaps. */
export function AddressText({ address }: { address: string }) {
  const groups = groupsOf(address)
  return (
    <p class={text}>
      <span class="sr">{address}</span>
      <bdi dir="ltr" aria-hidden="true">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat and never move
          <span key={index} data-end={index === 0 || index === groups.length - 1 || undefined}>
            {group}
            <wbr />
          </span>
        ))}
      </bdi>
    </p>
  )
}

const text = css`
  text-align: center;
  text-wrap: balance;
  font-family: ui-monospace, "SF Mono", Menlo, "Roboto Mono", "DejaVu Sans Mono", monospace;
  line-height: 1.625rem;
  color: var(--text-2);
  user-select: all;
  & bdi span {
    margin: 0 .28em;
  }
  & [data-end] {
    color: var(--accent);
    font-weight: 700;
  }
`
