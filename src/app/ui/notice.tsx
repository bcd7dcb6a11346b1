import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

export interface NoticeProps {
  /** Renders nothing when there is nothing to say. */
  text: string | null | undefined
  tone?: 'neg' | 'warn' | 'info' | 'pos'
  /** A way out, usually a link, or several. */
  action?: ComponentChildren
}

const icons = { neg: 'circle-alert', warn: 'triangle-alert', info: 'info', pos: 'circle-check' } as const

/** A few words in place: what happened, and the way out. */
export function Notice({ text, tone = 'neg', action }: NoticeProps) {
  if (!text) return null
  return (
    <div class={box} data-tone={tone} role={tone === 'neg' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} size={20} />
      <div>
        <p>{text}</p>
        {action && <span>{action}</span>}
      </div>
    </div>
  )
}

const box = css`
  display: flex;
  gap: 10px;
  padding: 12px 14px;
  border-radius: 14px;
  background: var(--neg-soft);
  color: var(--neg);
  font-size: .9375rem;
  line-height: 1.375rem;
  & svg {
    flex: none;
  }
  & > div {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: start;
    min-width: 0;
  }
  & p {
    flex: 1;
    min-width: 60%;
  }
  & span {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  & span:empty {
    display: none;
  }
  & a,
  & button {
    color: inherit;
    font-weight: 600;
    text-decoration: underline;
    /* 44 px for a finger, 22 for the eye. */
    padding: 11px 0;
    margin: -11px 0;
  }
  &[data-tone="warn"] {
    background: var(--warn-soft);
    color: var(--warn);
  }
  &[data-tone="info"] {
    background: var(--info-soft);
    color: var(--info);
  }
  &[data-tone="pos"] {
    background: var(--pos-soft);
    color: var(--pos);
  }
`
