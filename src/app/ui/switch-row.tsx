import { css } from 'goober'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

export interface SwitchRowProps {
  icon: IconName
  title: string
  note?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A row with a switch. */
export function SwitchRow({ icon, title, note, isOn, onChange }: SwitchRowProps) {
  return (
    <li>
      <button type="button" role="switch" aria-checked={isOn} class={row} onClick={() => onChange(!isOn)}>
        <Icon class="badge" name={icon} size={40} />
        <span>
          {title}
          {note && <span class="cap">{note}</span>}
        </span>
        <i class="track" />
      </button>
    </li>
  )
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  align-items: center;
  width: 100%;
  min-height: 64px;
  padding: 10px 16px;
  text-align: start;
  & > span {
    flex: 1;
    min-width: 6rem;
    overflow-wrap: anywhere;
  }
  & .cap {
    display: block;
  }
  & .track {
    flex: none;
    margin-inline-start: auto;
    width: 48px;
    height: 28px;
    border-radius: 14px;
    background: var(--line-strong);
    transition: background .12s;
  }
  & .track::before {
    content: "";
    display: block;
    width: 22px;
    height: 22px;
    margin: 3px;
    border-radius: 50%;
    background: var(--surface);
    transition: transform .12s cubic-bezier(.2, 0, 0, 1);
  }
  &[aria-checked="true"] .track {
    background: var(--accent);
  }
  &[aria-checked="true"] .track::before {
    transform: translateX(20px);
  }
`
