import { Result } from '../../../ui/seal.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

const titles = {
  done: ['提现已到账', 'The withdrawal has arrived'],
  processing: ['处理中', 'Under way'],
  failed: ['没有成功，没有扣款', 'It failed; no money was moved'],
} satisfies Record<string, [string, string]>

export function Results() {
  return (
    <>
      {(['done', 'processing', 'failed'] as const).map(state => (
        <Shown key={state} as={state}>
          <Result state={state} title={say(...titles[state])}>
            <p>{say('结果可以在账单里查看。', 'You find it in your bills.')}</p>
          </Result>
        </Shown>
      ))}
      <Shown as={say('很长', 'Long')}>
        <Result state="failed" title={long()}>
          <p>{long()}</p>
        </Result>
      </Shown>
    </>
  )
}
