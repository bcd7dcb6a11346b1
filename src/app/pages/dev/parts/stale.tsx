import { Stale } from '../../../ui/stale.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

const minuteMs = 60_000
const ages = [0, 3, 130]

export function StaleShown() {
  return (
    <>
      <Shown as={say('刚才 · 几分钟 · 几小时', 'Just now · minutes · hours')}>
        {ages.map(minutes => (
          <Stale key={minutes} at={new Date(Date.now() - minutes * minuteMs)} onRetry={() => {}} />
        ))}
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <Stale at={null} text={long()} onRetry={() => {}} />
      </Shown>
    </>
  )
}
