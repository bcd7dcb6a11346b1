import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { OfflineBanner, setCutOff } from '../../../ui/offline-banner.tsx'
import { say } from './say.ts'
import { Screen, Shown } from './shown.tsx'

export function Offline() {
  useEffect(() => () => setCutOff(false), [])
  return (
    <Shown as={say('断网时在最上面', 'On top while there is no network')}>
      <Screen height={64}>
        <OfflineBanner />
      </Screen>
      <Button kind="plain" onPress={() => setCutOff(true)}>
        {say('断开', 'Cut off')}
      </Button>
      <Button kind="quiet" onPress={() => setCutOff(false)}>
        {say('恢复', 'Connect')}
      </Button>
    </Shown>
  )
}
