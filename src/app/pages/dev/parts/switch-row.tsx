import { useState } from 'react'
import { List } from '../../../ui/list.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { long, say } from './say.ts'

export function SwitchRows() {
  const [isOn, turn] = useState(true)
  return (
    <List>
      <SwitchRow icon="eye-off" title={say('隐藏金额', 'Hide amounts')} isOn={isOn} onChange={turn} />
      <SwitchRow
        icon="bell"
        title={say('消息', 'Messages')}
        note={say('也发到邮箱', 'Told by mail, too')}
        isOn={!isOn}
        onChange={next => turn(!next)}
      />
      <SwitchRow icon="bell" title={long()} note={long()} isOn={isOn} onChange={turn} />
    </List>
  )
}
