import { useState } from 'react'
import { Slide } from '../../../ui/slide.tsx'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

export function Slides() {
  const [count, add] = useState(0)
  return (
    <>
      <Shown as={say(`已确认 ${count} 次`, `Confirmed ${count} times`)}>
        <form
          onSubmit={event => {
            event.preventDefault()
            add(count + 1)
          }}
        >
          <Slide>{say('确认提现', 'Confirm the withdrawal')}</Slide>
        </form>
      </Shown>
      <Shown as={say('正在处理', 'Busy')}>
        <Slide isBusy>{say('确认提现', 'Confirm the withdrawal')}</Slide>
      </Shown>
      <Shown as={say('不可用', 'Disabled')}>
        <Slide isDisabled>{say('确认提现', 'Confirm the withdrawal')}</Slide>
      </Shown>
      <Shown as={say('较长', 'Rather long')}>
        <Slide>
          {say('确认把 1,234,567.89 USDT 转入卡片', 'Confirm moving 1,234,567.89 USDT to the card')}
        </Slide>
      </Shown>
    </>
  )
}
