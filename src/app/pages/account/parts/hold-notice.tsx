import type { UserInfo } from '../../../../contract/account.ts'
import { dateTime } from '../../../format.ts'
import { t } from '../../../state/locale.ts'
import { Notice } from '../../../ui/notice.tsx'

/** Says until when withdrawals wait, while they do. */
export function HoldNotice({ user: { holdUntil } }: { user: Pick<UserInfo, 'holdUntil'> }) {
  const isHeld = holdUntil !== null && Date.parse(holdUntil) > Date.now()
  return <Notice tone="warn" text={isHeld ? t('account.hold', { time: dateTime(holdUntil) }) : null} />
}
