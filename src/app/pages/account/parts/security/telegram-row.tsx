import { useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import { later } from '../../../../chunks/later.tsx'
import { dateTime } from '../../../../display/calendar.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { initData } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { Row } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.tsx'

const BindForm = later(() => import('./bind-form.tsx').then(part => part.BindForm))
const UnbindForm = later(() => import('./unbind-form.tsx').then(part => part.UnbindForm))

/** The Telegram binding: who is bound, unbinding with what is left of it, binding from inside Telegram. */
export function TelegramRow({ user }: { user: UserInfo }) {
  const [isOpen, open] = useState(false)
  const { tgBound, tgName, tgUnbindRemain: remain } = user
  const launch = initData()

  function finish(words: string) {
    open(false)
    toast(words)
  }

  return (
    <>
      <Row
        icon="send"
        title="Telegram"
        note={tgBound ? t('account.telegram.bound', { name: tgName ?? '' }) : t('account.telegram.unbound')}
        value={
          <Chip tone={tgBound ? 'pos' : undefined}>
            {t(tgBound ? 'account.telegram.on' : 'account.telegram.off')}
          </Chip>
        }
        onPress={() => open(true)}
      />
      <Sheet isOpen={isOpen} title="Telegram" onClose={() => open(false)}>
        {tgBound && <Binding user={user} />}
        {tgBound && remain > 0 && (
          <>
            {user.passwordSet !== false && (
              <Notice tone="warn" text={t('account.unbind.text', { count: remain })} />
            )}
            <UnbindForm
              user={user}
              action={t('account.unbind.action')}
              onDone={() => finish(t('account.unbind.done'))}
            />
          </>
        )}
        {tgBound && remain <= 0 && (
          <Notice tone="warn" text={t('account.unbindLimit', { time: dateTime(user.tgUnbindResetAt) })} />
        )}
        {!tgBound && launch && (
          <>
            <p>{t('account.bind.here')}</p>
            <BindForm user={user} launch={launch} onDone={() => finish(t('account.bind.done'))} />
          </>
        )}
        {!tgBound && !launch && (
          <>
            <p>{t('account.bind.elsewhere')}</p>
            <Button kind="plain" href={link('service')}>
              {t('account.bind.find')}
            </Button>
          </>
        )}
      </Sheet>
    </>
  )
}

/** What a customer knows a strange binding by. */
function Binding({ user: { tgName, tgBoundAt, tgUsedAt } }: { user: UserInfo }) {
  return (
    <Summary
      items={[
        { label: t('account.telegram.name'), value: tgName && <bdi>{tgName}</bdi> },
        { label: t('account.telegram.since'), value: tgBoundAt && dateTime(tgBoundAt) },
        {
          label: t('account.telegram.used'),
          value: tgUsedAt ? dateTime(tgUsedAt) : tgBoundAt && t('account.telegram.unused'),
        },
      ]}
    />
  )
}
