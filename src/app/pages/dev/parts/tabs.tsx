import { Tabs } from '../../../ui/tabs.tsx'
import { say } from './say.ts'
import { Screen, Shown } from './shown.tsx'

export function TabBars() {
  return (
    <>
      <Shown as={say('在首页', 'At home')}>
        <Screen height={84}>
          <Tabs at="index" />
        </Screen>
      </Shown>
      <Shown as={say('没有邀请', 'Without invitations')}>
        <Screen height={84}>
          <div data-invite="false">
            <Tabs at="user" />
          </div>
        </Screen>
      </Shown>
    </>
  )
}
