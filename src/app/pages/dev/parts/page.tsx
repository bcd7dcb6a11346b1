import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { long, say } from './say.ts'
import { Screen, Shown } from './shown.tsx'

export function Pages() {
  const footer = <Button>{say('下一步', 'Next')}</Button>
  return (
    <>
      <Shown as={say('普通', 'Plain')}>
        <Screen height={260}>
          <Page title={say('提现', 'Withdraw')} action={<Help />} footer={footer}>
            <p>{say('内容', 'Content')}</p>
          </Page>
        </Screen>
      </Shown>
      <Shown as={say('标签页', 'A tab')}>
        <Screen height={200}>
          <Page title={say('我的', 'Me')} isTabPage>
            <p>{say('内容', 'Content')}</p>
          </Page>
        </Screen>
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <Screen height={320}>
          <Page title={long()} action={<Help />} footer={footer}>
            <p>{long()}</p>
          </Page>
        </Screen>
      </Shown>
    </>
  )
}

function Help() {
  return (
    <a href="#/dev/gallery" style="display:grid;place-items:center;min-height:44px">
      {say('说明', 'Help')}
    </a>
  )
}
