import { useState } from 'react'
import { Chip, Chips } from '../../../ui/chip.tsx'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

const tones = ['pos', 'neg', 'warn', 'info'] as const

export function ChipsShown() {
  const [chosen, choose] = useState(0)
  const names = [
    say('全部', 'All'),
    say('充值', 'Deposit'),
    say('提现', 'Withdrawal'),
    say('银行卡消费', 'Card payment'),
    say('退款', 'Refund'),
    say('手续费', 'Fees'),
  ]
  return (
    <>
      <Shown as={say('可选，一行放不下时横向滑动', 'A choice; scrolls sideways when there are many')}>
        <Chips label={say('种类', 'Kind')}>
          {names.map((name, index) => (
            <Chip key={name} isOn={index === chosen} onPress={() => choose(index)}>
              {name}
            </Chip>
          ))}
        </Chips>
      </Shown>
      <Shown as={say('标签', 'Labels')}>
        <Chips label={say('状态', 'State')}>
          <Chip>{say('普通', 'plain')}</Chip>
          {tones.map(tone => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
        </Chips>
      </Shown>
    </>
  )
}
