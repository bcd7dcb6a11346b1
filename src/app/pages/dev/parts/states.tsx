import { link } from '../../../routing/hash-location.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, ErrorView, Skeleton } from '../../../ui/states.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

export function States() {
  return (
    <>
      <Shown as={say('加载中', 'Loading')}>
        <Skeleton rows={3} />
      </Shown>
      <Shown as={say('空', 'Empty')}>
        <Empty icon="inbox" text={say('还没有消息', 'No messages yet')} />
      </Shown>
      <Shown as={say('空，有出路', 'Empty, with a way on')}>
        <Empty icon="credit-card" text={say('还没有卡片', 'No card yet')}>
          <Button href={link('cardTypeList')}>{say('去开卡', 'Open a card')}</Button>
        </Empty>
      </Shown>
      <Shown as={say('加载失败', 'It could not be loaded')}>
        <ErrorView onRetry={() => {}} />
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <ErrorView text={long()} onRetry={() => {}} />
      </Shown>
    </>
  )
}
