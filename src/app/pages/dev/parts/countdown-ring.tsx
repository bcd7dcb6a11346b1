import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CountdownRing } from '../../../ui/countdown-ring.tsx'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

export function Rings() {
  const [round, start] = useState(0)
  const [hasEnded, end] = useState(false)
  return (
    <>
      <Shown as={say('刚开始 · 走了一半 · 大', 'Just begun · half gone · large')}>
        <div key={round} style="display:flex;gap:16px;align-items:center;color:var(--accent)">
          <CountdownRing seconds={60} onEnd={() => end(true)} />
          <CountdownRing seconds={30} of={60} onEnd={() => {}} />
          <CountdownRing seconds={9} of={60} size={72} onEnd={() => {}} />
        </div>
      </Shown>
      <Shown as={hasEnded ? say('已结束', 'It has ended') : say('计时中', 'Running')}>
        <Button
          kind="plain"
          onPress={() => {
            end(false)
            start(round + 1)
          }}
        >
          {say('重新开始', 'Start again')}
        </Button>
      </Shown>
    </>
  )
}
