import { useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import { later } from '../../../../chunks/later.tsx'
import { dateTime } from '../../../../display/calendar.ts'
import { leave } from '../../../../leave.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'

const UnbindForm = later(() => import('../security/unbind-form.tsx').then(part => part.UnbindForm))

/** The way out. With a Telegram binding it asks to unbind first, and always leaves a way to go without (decision D8). */
export function LogOut({ user }: { user: UserInfo }) {
  const [isOpen, open] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remain = user.tgUnbindRemain

  async function logOut(how?: { staysOut: boolean }) {
    setBusy(true)
    await leave(how)
    setBusy(false)
    open(false)
  }

  const onlyHere = (kind: 'primary' | 'plain') => (
    <Button kind={kind} isBusy={isBusy} onPress={() => logOut({ staysOut: true })}>
      {t('account.logOut.onlyHere')}
    </Button>
  )
  return (
    <>
      <Button kind="plain" onPress={() => open(true)}>
        {t('account.logOut')}
      </Button>
      <Sheet isOpen={isOpen} title={t('account.logOut.title')} onClose={() => open(false)}>
        {!user.tgBound && (
          <>
            <p>{t('account.logOut.text')}</p>
            <Button isBusy={isBusy} onPress={() => logOut()}>
              {t('account.logOut')}
            </Button>
          </>
        )}
        {user.tgBound && remain > 0 && (
          <>
            <Notice tone="info" text={t('account.logOut.unbind', { count: remain })} />
            <UnbindForm user={user} action={t('account.logOut.unbindAction')} onDone={() => logOut()} />
            {onlyHere('plain')}
            <p class="cap">{t('account.logOut.onlyHereNote')}</p>
          </>
        )}
        {user.tgBound && remain <= 0 && (
          <>
            <Notice
              tone="warn"
              text={t('account.logOut.noneLeft', { time: dateTime(user.tgUnbindResetAt) })}
            />
            {onlyHere('primary')}
            <p class="cap">{t('account.logOut.onlyHereNote')}</p>
          </>
        )}
      </Sheet>
    </>
  )
}
