import { Progress, Steps } from '../../../ui/steps.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

export function StepsShown() {
  return (
    <>
      <Shown as={say('进行中', 'Under way')}>
        <Steps
          steps={[
            { label: say('已提交', 'Handed in'), state: 'done', note: say('今天 09:41', 'Today 09:41') },
            { label: say('制卡中', 'Being made'), state: 'now', note: say('约 5 天', 'About 5 days') },
            { label: say('寄送', 'Mailed'), state: 'next' },
          ]}
        />
      </Shown>
      <Shown as={say('失败，很长', 'Failed, long')}>
        <Steps
          steps={[
            { label: say('已提交', 'Handed in'), state: 'done' },
            { label: long(), state: 'failed', note: long() },
          ]}
        />
      </Shown>
      <Shown as={say('没有 · 三分之一 · 全部', 'None · a third · all')}>
        {[0, 1, 3].map(value => (
          <Progress key={value} value={value} max={3} label={say('进度', 'Progress')} />
        ))}
      </Shown>
    </>
  )
}
