import { link } from '../../../routing/hash-location.tsx'
import { Button } from '../../../ui/button.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

const kinds = ['primary', 'plain', 'quiet', 'danger'] as const

export function Buttons() {
  const words = say('确认转入卡片 100.00 USDT', 'Move 100.00 USDT to the card')
  return (
    <>
      {kinds.map(kind => (
        <Shown key={kind} as={kind}>
          <Button kind={kind}>{words}</Button>
          <Button kind={kind} isBusy>
            {say('正在处理', 'Working')}
          </Button>
          <Button kind={kind} isDisabled>
            {say('不可用', 'Disabled')}
          </Button>
        </Shown>
      ))}
      <Shown as={say('链接', 'A link')}>
        <Button kind="plain" href={link('index')}>
          {say('回到首页', 'Back to home')}
        </Button>
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <Button>{long()}</Button>
      </Shown>
    </>
  )
}
