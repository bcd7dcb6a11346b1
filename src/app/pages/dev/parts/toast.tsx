import { Button } from '../../../ui/button.tsx'
import { Toasts, toast } from '../../../ui/toast.tsx'
import { long, say } from './say.ts'
import { Screen, Shown } from './shown.tsx'

const stayMs = 10_000

export function ToastsShown() {
  return (
    <Shown as={say('说一会儿', 'Said for a while')}>
      <Screen height={220}>
        <Toasts />
      </Screen>
      <Button kind="plain" onPress={() => toast(say('已复制', 'Copied'), stayMs)}>
        {say('短', 'Short')}
      </Button>
      <Button kind="plain" onPress={() => toast(long(), stayMs)}>
        {say('长', 'Long')}
      </Button>
    </Shown>
  )
}
