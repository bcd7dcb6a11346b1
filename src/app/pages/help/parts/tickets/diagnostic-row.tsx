import { css } from 'goober'
import { t } from '../../../../state/locale.ts'
import { List } from '../../../../ui/list.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { diagnostic } from './diagnostic.ts'

interface DiagnosticRowProps {
  /** What goes with the ticket; undefined for nothing. */
  text: string | undefined
  onChange: (text: string | undefined) => void
}

/** Lets what the device says of itself go with a ticket, and shows every word of it. */
export function DiagnosticRow({ text, onChange }: DiagnosticRowProps) {
  return (
    <div class={box}>
      <List>
        <SwitchRow
          icon="smartphone"
          title={t('help.feedback.device')}
          note={t('help.feedback.device.note')}
          isOn={text !== undefined}
          onChange={isOn => onChange(isOn ? diagnostic() : undefined)}
        />
      </List>
      {text !== undefined && (
        <details>
          <summary>{t('help.feedback.device.see')}</summary>
          <pre lang="en">{text}</pre>
        </details>
      )}
    </div>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  & summary {
    padding: 12px 4px;
    color: var(--accent);
    font-size: .9375rem;
    font-weight: 600;
  }
  & pre {
    padding: 12px 16px;
    border-radius: 14px;
    background: var(--sunken);
    font-size: .8125rem;
    line-height: 1.25rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`
