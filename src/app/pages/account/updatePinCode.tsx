import { useEffect, useState } from 'react'
import { type UserInfo, updatePinCode } from '../../../contract/account.ts'
import { isPattern } from '../../../contract/pattern.ts'
import { fieldText } from '../../forms/form.ts'
import { renewUser } from '../../renew-user.ts'
import { goTo, onBack } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import { ownRoute } from '../../routing/own-route.ts'
import type { PageProps } from '../../routing/routes.ts'
import { send } from '../../send.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { PinPad, pinMin } from '../../ui/keypad.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Result } from '../../ui/seal.tsx'
import { placeOf } from './parts/refusal.tsx'
import { HoldNotice } from './parts/security/hold-notice.tsx'
import { PinCodeForm } from './parts/security/pin-code-form.tsx'
import { Rules } from './parts/security/rules.tsx'

/** Sets or replaces the fund PIN: the PIN, once more, then a code from the e-mail. */
export default function UpdatePinCode({ query }: PageProps) {
  const user = useMember()
  return user && <PinSteps user={user} back={ownRoute(query.back) ?? '/pages/safeCenter/safeCenter'} />
}

type Step = 'new' | 'weak' | 'repeat' | 'code' | 'done'
const before: Partial<Record<Step, Step>> = { weak: 'new', repeat: 'new', code: 'repeat' }

function PinSteps({ user, back }: { user: UserInfo; back: string }) {
  const [step, go] = useState<Step>('new')
  const [pin, setPin] = useState('')
  const [misses, miss] = useState(0)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [wasSet] = useState(user.pinSet)
  const title = t(wasSet ? 'account.pin.change' : 'account.pin.set')

  useEffect(() => {
    const previous = before[step]
    return previous && onBack(() => go(previous))
  }, [step])

  function choose(chosen: string) {
    setPin(chosen)
    setTrouble(null)
    miss(0)
    go(isPattern(chosen) ? 'weak' : 'repeat')
  }

  function chooseAgain(why: string | null) {
    setTrouble(why)
    go('new')
  }

  async function save(proof: { code: string; secondCode?: string }) {
    const reply = await send(updatePinCode, { pin, ...proof })
    if (!reply.ok) {
      if (reply.key === 'pin_change_failed') chooseAgain(placeOf(reply)?.text ?? null)
      return reply
    }
    setPin('')
    go('done')
    await renewUser()
    return reply
  }

  if (step === 'done') return <PinIsSet title={title} wasSet={wasSet} user={user} back={back} />
  return (
    <Page title={title} key={step}>
      {step === 'new' && (
        <>
          {!wasSet && <p class="cap">{t('account.pin.about')}</p>}
          <Notice tone="warn" text={wasSet ? t('account.pin.holdNote') : null} />
          <HoldNotice user={user} />
          <Notice text={trouble} />
          <NewPin onDone={choose} />
        </>
      )}
      {step === 'weak' && <WeakPin onOther={() => go('new')} onKeep={() => go('repeat')} />}
      {step === 'repeat' && (
        <PinPad
          key={misses}
          label={t('account.pin.repeat')}
          error={misses > 0 ? fieldText('pinMismatch') : null}
          onDone={again => (again === pin ? go('code') : miss(misses + 1))}
          confirm={t('account.pin.next')}
        />
      )}
      {step === 'repeat' && misses > 0 && (
        <Button kind="quiet" onPress={() => go('new')}>
          {t('account.pin.again')}
        </Button>
      )}
      {step === 'code' && <PinCodeForm email={user.email} save={save} />}
    </Page>
  )
}

function NewPin({ onDone }: { onDone: (pin: string) => void }) {
  return (
    <PinPad
      label={t('account.pin.enter')}
      onDone={onDone}
      confirm={t('account.pin.next')}
      note={pin => <PinRules of={pin} />}
    />
  )
}

/** The second is advice: it stops nobody. */
function PinRules({ of: pin }: { of: string }) {
  return (
    <Rules
      label={t('account.pin.rules')}
      rules={[
        [t('account.pin.length'), pin.length >= pinMin],
        [t('account.pin.mixed'), pin.length > 1 && !isPattern(pin)],
      ]}
    />
  )
}

function WeakPin({ onOther, onKeep }: { onOther: () => void; onKeep: () => void }) {
  return (
    <>
      <Notice tone="warn" text={t('account.pin.weak')} />
      <Button onPress={onOther}>{t('account.pin.other')}</Button>
      <Button kind="plain" onPress={onKeep}>
        {t('account.pin.keep')}
      </Button>
    </>
  )
}

interface PinIsSetProps {
  title: string
  wasSet: boolean
  user: UserInfo
  back: string
}

function PinIsSet({ title, wasSet, user, back }: PinIsSetProps) {
  return (
    <Page
      title={title}
      footer={<Button onPress={() => goTo(back, { replace: true })}>{t('account.pin.on')}</Button>}
    >
      <Result state="done" title={t(wasSet ? 'account.pin.changed' : 'account.pin.isSet')}>
        <p>{t('account.pin.doneText')}</p>
      </Result>
      <HoldNotice user={user} />
    </Page>
  )
}
