import { useState } from 'react'
import type { UserInfo } from '../../../../../../contract/account.ts'
import { dropSecondFactor, renewRecoveryCodes } from '../../../../../../contract/second-factor.ts'
import { PinAsk } from '../../../../../decision/pin-ask.tsx'
import { date } from '../../../../../display/calendar.ts'
import { useForm } from '../../../../../forms/form.ts'
import { SecondField, secondShape, secondText } from '../../../../../forms/second-field.tsx'
import { send } from '../../../../../send.ts'
import { t } from '../../../../../state/locale.ts'
import { updateUser } from '../../../../../state/session.ts'
import { feel } from '../../../../../telegram/telegram.ts'
import { type No, plainTrouble } from '../../../../../trouble/trouble.ts'
import { Button } from '../../../../../ui/button.tsx'
import { List, Row } from '../../../../../ui/list.tsx'
import { Notice } from '../../../../../ui/notice.tsx'
import { Sheet } from '../../../../../ui/sheet.tsx'
import { stack } from '../../../../../ui/stack.ts'
import { focusWrong } from '../../refusal.tsx'
import { HoldNotice } from '../hold-notice.tsx'
import type { SecondEnd } from './second-end.ts'
import { SecondRemoval } from './second-removal.tsx'

type Deed = 'renew' | 'drop'
const fewLeft = 3

export interface SecondOnProps {
  user: UserInfo
  factor: NonNullable<UserInfo['secondFactor']>
  onEnd: (end: SecondEnd) => void
}

/** An authenticator that counts: since when, how many recovery codes are left, and the two things to do with it. */
export function SecondOn({ user, factor, onEnd }: SecondOnProps) {
  const [deed, choose] = useState<Deed | null>(null)
  if (deed) return <Prove deed={deed} onEnd={onEnd} />
  const { since, recoveryLeft, removeAt } = factor
  return (
    <>
      <SecondRemoval removeAt={removeAt} />
      <HoldNotice user={user} />
      <p>{t('second.since', { date: date(since) })}</p>
      <p class="cap">{t('second.asks')}</p>
      <Notice tone="warn" text={recoveryLeft <= fewLeft ? t('second.few') : null} />
      <List label={t('second.title')}>
        <Row
          icon="refresh-cw"
          title={t('second.renew')}
          note={t('second.left', { count: recoveryLeft })}
          onPress={() => choose('renew')}
        />
        <Row
          icon="trash-2"
          tone="neg"
          title={t('second.drop')}
          note={t('second.dropNote')}
          onPress={() => choose('drop')}
        />
      </List>
      <p class="cap">{t('second.newPhone')}</p>
    </>
  )
}

/** A code first, then the PIN. */
function Prove({ deed, onEnd }: { deed: Deed; onEnd: (end: SecondEnd) => void }) {
  const form = useForm({ code: secondShape })
  const [isAsking, ask] = useState(false)
  const { code } = form.values
  const submit = form.submit(async () => ask(true))

  async function carryOut(pin: string): Promise<No> {
    const reply =
      deed === 'drop'
        ? await send(dropSecondFactor, { code, pin })
        : await send(renewRecoveryCodes, { code, pin })
    if (!reply.ok) return reply
    const isRenewed = 'recoveryCodes' in reply.data
    updateUser('recoveryCodes' in reply.data ? reply.data.userInfo : reply.data)
    onEnd(
      isRenewed
        ? { what: 'renewed', codes: (reply.data as { recoveryCodes: string[] }).recoveryCodes }
        : { what: 'off' },
    )
    return reply
  }

  function take(reply: No) {
    ask(false)
    feel(reply.ok ? 'success' : 'error')
    if (reply.ok) return
    if (reply.key !== 'second_factor_incorrect')
      return form.refuse(() => secondText(reply) ?? plainTrouble(reply)?.text ?? null)
    form.blame('code', () => secondText(reply))
    focusWrong()
  }

  return (
    <form class={stack} onSubmit={submit} noValidate>
      <h2>{t(deed === 'drop' ? 'second.drop' : 'second.renew')}</h2>
      <p>{t(deed === 'drop' ? 'second.dropText' : 'second.renewText')}</p>
      <SecondField bound={form.field('code')} isRecovery={deed === 'drop'} />
      <Notice text={form.notice} />
      <Button type="submit">{t('second.next')}</Button>
      <Sheet isOpen={isAsking} title={t('second.title')} onClose={() => ask(false)}>
        <PinAsk
          label={t(deed === 'drop' ? 'second.pinDrop' : 'second.pinRenew')}
          confirm={t(deed === 'drop' ? 'second.drop' : 'second.renew')}
          ask={carryOut}
          onAnswer={take}
        />
      </Sheet>
    </form>
  )
}
