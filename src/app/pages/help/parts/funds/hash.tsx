import { css } from 'goober'
import { CopyButton } from '../../../../ui/copy-button.tsx'

/** A hash to compare: all of it, in groups of eight, and a way to copy it. */
export function Hash({ text, of }: { text: string; of: string }) {
  return (
    <span class={box}>
      <span class="num">{text.replace(/(.{8})(?=.)/g, '$1 ')}</span>
      <CopyButton text={text} label={of} />
    </span>
  )
}

const box = css`
  display: flex;
  gap: 4px;
  align-items: center;
  & .num {
    font-size: .8125rem;
    line-height: 1.25rem;
    overflow-wrap: break-word;
  }
  & button {
    flex: none;
  }
`
