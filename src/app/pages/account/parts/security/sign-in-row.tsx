import type { loginLog } from '../../../../../contract/account.ts'
import type { Output } from '../../../../../contract/call.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { t } from '../../../../state/locale.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { dots } from '../../../../ui/dots.ts'
import { Row } from '../../../../ui/list.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { deviceName } from './device-name.ts'
import { methodText } from './method-text.ts'

export type SignIns = Output<typeof loginLog>['list']

/** One line of the log; pressed, it shows the rest. */
export function SignInRow({ row, onPress }: { row: SignIns[number]; onPress: () => void }) {
  const { time, device, ip, method, success } = row
  return (
    <Row
      icon={success ? 'circle-check' : 'ban'}
      {...(success ? {} : { tone: 'neg' as const })}
      title={deviceName(device)}
      note={
        <>
          {dots(methodText(method), dateTime(time))}
          <br />
          <bdi class="num">{ip}</bdi>
          {success && <span class="sr">{t('account.log.success')}</span>}
        </>
      }
      {...(success ? {} : { value: <Chip tone="neg">{t('account.log.failed')}</Chip> })}
      onPress={onPress}
    />
  )
}

/** Everything the log knows of one sign-in. */
export function SignInSummary({ row: { time, device, ip, method, success } }: { row: SignIns[number] }) {
  return (
    <Summary
      label={t('account.log.detail')}
      items={[
        { label: t('account.log.result'), value: t(success ? 'account.log.success' : 'account.log.failed') },
        { label: t('account.log.time'), value: dateTime(time) },
        { label: t('account.log.device'), value: deviceName(device) },
        { label: t('account.log.method'), value: methodText(method) },
        { label: 'IP', value: ip },
      ]}
    />
  )
}
