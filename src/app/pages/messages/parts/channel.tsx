import type { ComponentChildren } from 'preact'
import type { Output } from '../../../../contract/call.ts'
import type { messageSetting } from '../../../../contract/message.ts'
import { t } from '../../../state/locale.ts'
import { List } from '../../../ui/list.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { type Kind, kindIcons } from './kinds.ts'

const kinds = Object.keys(kindIcons) as Kind[]

interface ChannelProps {
  title: string
  chosen: Output<typeof messageSetting>['mail']
  onChange: (changed: Partial<ChannelProps['chosen']>) => void
  /** Whether there is a way at all; where there is none only that is shown. */
  isOpen?: boolean
  children?: ComponentChildren
}

/** Where messages are copied to, and which. */
export function Channel({ title, chosen, onChange, isOpen = true, children }: ChannelProps) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
      {isOpen && (
        <List label={title}>
          {kinds.map(kind => (
            <SwitchRow
              key={kind}
              icon={kindIcons[kind]}
              title={t(`messages.kind.${kind}`)}
              isOn={chosen[kind]}
              onChange={isOn => onChange({ [kind]: isOn })}
            />
          ))}
        </List>
      )}
    </section>
  )
}
