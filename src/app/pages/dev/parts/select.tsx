import { useState } from 'react'
import { Select } from '../../../ui/select.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

type Kind = 'virtual' | 'physical' | 'long'

export function Selects() {
  const [value, choose] = useState<Kind>('virtual')
  const label = say('卡片', 'Card')
  const options = [
    { value: 'virtual', label: say('虚拟卡', 'Virtual card') },
    { value: 'physical', label: say('实体卡', 'Physical card') },
    { value: 'long', label: long() },
  ] as const
  const props = { label, options, onChange: choose }
  return (
    <>
      <Shown as={say('可选', 'Ready')}>
        <Select {...props} value={value} hint={say('以后可以更改', 'It can be changed later')} />
      </Shown>
      <Shown as={say('有误', 'Wrong')}>
        <Select {...props} value={value} error={say('请选择', 'Please choose')} />
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <Select {...props} label={long()} value="long" hint={long()} />
      </Shown>
    </>
  )
}
