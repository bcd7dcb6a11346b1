import { CopyButton } from '../../../ui/copy-button.tsx'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

export function CopyButtons() {
  return (
    <>
      <Shown as={say('只有图标', 'The icon alone')}>
        <CopyButton text="GLAZE1" label={say('邀请码', 'invite code')} />
      </Shown>
      <Shown as={say('带文字', 'With words')}>
        <CopyButton text="GLAZE1" label={say('邀请码', 'invite code')}>
          {say('复制邀请码', 'Copy the code')}
        </CopyButton>
      </Shown>
    </>
  )
}
