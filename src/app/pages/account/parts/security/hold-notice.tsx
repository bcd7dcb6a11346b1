import type { UserInfo } from '../../../../../contract/account.ts'
import { date, dateTime } from '../../../../display/calendar.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Notice } from '../../../../ui/notice.tsx'

/** Says that the account is frozen, while it is, until when withdrawals wait, and when the account is deleted, while that waits. */
export function HoldNotice({
  user: { holdUntil, deleteAt, frozenBy },
}: {
  user: Pick<UserInfo, 'holdUntil' | 'deleteAt' | 'frozenBy'>
}) {
  return (
    <>
      <Notice
        text={frozenBy ? t('account.frozen') : null}
        action={<a href={link('safeCenter', { freeze: 1 })}>{t('account.frozen.view')}</a>}
      />
      <Notice
        text={deleteAt ? t('account.deleteAt', { day: date(deleteAt) }) : null}
        action={<a href={link('cannelAccount')}>{t('mend.closing')}</a>}
      />
      <Notice tone="warn" text={holdUntil && t('account.hold', { time: dateTime(holdUntil) })} />
    </>
  )
}
