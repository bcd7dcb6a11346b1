import { useCallback, useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { type messageSetting, pushList } from '../../../../contract/message.ts'
import { useLoad } from '../../../loading/use-load.ts'
import { useReturn } from '../../../loading/use-return.ts'
import { obstacleHere, turnOff, turnOn } from '../../../push/here.ts'
import { refusalText } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { List } from '../../../ui/list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorView } from '../../../ui/states.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Channel } from './channel.tsx'

interface PushChannelProps {
  pushKey: string
  chosen: Output<typeof messageSetting>['push']
  onChange: (changed: Partial<PushChannelProps['chosen']>) => void
}

/** Notifications on this device, as far as its browser has them, and which messages are shown on all devices. */
export function PushChannel({ pushKey, chosen, onChange }: PushChannelProps) {
  const { data, state, refusal, status, reload } = useLoad(pushList, {})
  const [obstacle, see] = useState(obstacleHere)
  const [isBusy, setBusy] = useState(false)
  // Whoever has changed the browser's settings comes back from there.
  useReturn(useCallback(() => see(obstacleHere()), []))
  if (!data) return state === 'failed' ? <ErrorView text={refusal} status={status} onRetry={reload} /> : null
  const here = data.find(({ current }) => current)
  const others = data.filter(({ current }) => !current).length
  const isOn = here !== undefined && obstacle === null && Notification.permission === 'granted'

  async function change(work: () => Promise<string | null>) {
    if (isBusy) return
    setBusy(true)
    const no = await work()
    if (no) toast(no)
    see(obstacleHere())
    setBusy(false)
    reload()
  }
  const begin = async (hasAmounts: boolean) => {
    const turned = await turnOn({ pushKey, hasAmounts })
    if (turned === 'on') return null
    if (typeof turned !== 'string') return refusalText(turned)
    return obstacleHere() === 'denied' ? null : t(`messages.push.${turned}`)
  }
  const end = async () => refusalText(await turnOff())

  return (
    <Channel title={t('messages.push.title')} chosen={chosen} onChange={onChange} isOpen={isOn || others > 0}>
      {obstacle === 'denied' && <Notice tone="warn" text={t('messages.push.denied')} />}
      {obstacle === 'install' && <Notice tone="info" text={t('messages.push.install')} />}
      {obstacle === 'unsupported' && <p class="cap">{t('messages.push.unsupported')}</p>}
      {obstacle === null && (
        <List label={t('messages.push.here')}>
          <SwitchRow
            icon="smartphone"
            title={t('messages.push.here')}
            note={t('messages.push.ends')}
            isOn={isOn}
            onChange={isWanted => change(isWanted ? () => begin(false) : end)}
          />
          {isOn && (
            <SwitchRow
              icon="eye"
              title={t('messages.push.amounts')}
              note={t('messages.push.amountsNote')}
              isOn={here.hasAmounts}
              onChange={hasAmounts => change(() => begin(hasAmounts))}
            />
          )}
        </List>
      )}
      {others > 0 && <p class="cap">{t('messages.push.others', { count: others })}</p>}
    </Channel>
  )
}
