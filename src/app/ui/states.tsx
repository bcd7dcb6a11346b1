import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { t } from '../state/locale.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { BoneRow, List } from './list.tsx'

/** Rows to come, in the shape of a list. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      <span class="sr">{t('state.loading')}</span>
      <List>
        {Array.from({ length: rows }, (_, index) => (
          <BoneRow key={String(index)} />
        ))}
      </List>
    </div>
  )
}

export interface EmptyProps {
  icon: IconName
  text: string
  /** One way on, usually a `Button`. */
  children?: ComponentChildren
}

/** Nothing here yet: a drawing, a sentence, one action. */
export function Empty({ icon, text, children }: EmptyProps) {
  return (
    <div class={blank}>
      <span>
        <Icon name={icon} size={32} />
      </span>
      <p>{text}</p>
      {children}
    </div>
  )
}

export interface ErrorViewProps {
  /** What the server says of it; else it is said whose fault it is. */
  text?: string | null | undefined
  /** The status of the reply that failed, where there was one. */
  status?: number | undefined
  onRetry: () => void
}

/** It could not be loaded: says so, and whether that is the network's doing or ours, and tries again in place. */
export function ErrorView({ text, status, onRetry }: ErrorViewProps) {
  const isOurs = status === 503 || status === 502
  return (
    <div role="alert">
      <Empty icon={isOurs ? 'clock' : 'wifi-off'} text={text ?? t(isOurs ? 'state.busy' : 'state.failed')}>
        <Button kind="plain" onPress={onRetry}>
          {t('state.retry')}
        </Button>
      </Empty>
    </div>
  )
}

const blank = css`
  display: grid;
  gap: 16px;
  justify-items: center;
  padding: 40px 24px;
  text-align: center;
  color: var(--text-2);
  & > span {
    display: grid;
    place-items: center;
    width: 72px;
    height: 72px;
    border-radius: 24px;
    background: var(--accent-soft);
    color: var(--accent);
  }
  & p {
    max-width: 300px;
    text-wrap: balance;
    word-break: keep-all;
    overflow-wrap: anywhere;
  }
  & > a,
  & > button {
    width: auto;
    min-width: 160px;
  }
`
