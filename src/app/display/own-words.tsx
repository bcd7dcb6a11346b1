import { css } from 'goober'

/** What its owner wrote on something for themselves, as one line of a row. */
export function OwnWords({ text }: { text: string | undefined }) {
  return text && <span class={line}>{text}</span>
}

const line = css`
  display: block;
  width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`
