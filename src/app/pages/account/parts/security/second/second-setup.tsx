import { css } from 'goober'
import { useState } from 'react'
import type { Output } from '../../../../../../contract/call.ts'
import { beginSecondFactor, confirmSecondFactor } from '../../../../../../contract/second-factor.ts'
import { PinAsk } from '../../../../../decision/pin-ask.tsx'
import { useForm } from '../../../../../forms/form.ts'
import { SecondField, secondShape, secondText } from '../../../../../forms/second-field.tsx'
import { send } from '../../../../../send.ts'
import { t } from '../../../../../state/locale.ts'
import { updateUser } from '../../../../../state/session.ts'
import { feel } from '../../../../../telegram/telegram.ts'
import { type No, plainTrouble } from '../../../../../trouble/trouble.ts'
import { Button } from '../../../../../ui/button.tsx'
import { CopyButton } from '../../../../../ui/copy-button.tsx'
import { Notice } from '../../../../../ui/notice.tsx'
import { paper } from '../../../../../ui/paper.ts'
import { QrCode } from '../../../../../ui/qr-code.tsx'
import { Sheet } from '../../../../../ui/sheet.tsx'
import { stack } from '../../../../../ui/stack.ts'
import { focusWrong } from '../../refusal.tsx'
import type { SecondEnd } from './second-end.ts'

type Begun = Output<typeof beginSecondFactor>

interface SetupProps {
  onEnd: (end: SecondEnd) => void
  /** One counts already: another tab or device was faster, or an answer was lost. */
  onWasOn: () => void
}

/** The PIN, the secret as QR code, link and text, and its first code, from which on it counts. */
export function SecondSetup({ onEnd, onWasOn }: SetupProps) {
  const [begun, begin] = useState<Begun | null>(null)
  const [isAsking, ask] = useState(false)
  const [notice, say] = useState<string | null>(null)

  function tell(no: No) {
    say(wordsOf(no))
    if (isOn(no)) onWasOn()
  }

  if (begun) {
    return (
      <>
        <Secret begun={begun} />
        <FirstCode
          setup={begun.setup}
          onEnd={onEnd}
          onFailed={no => {
            begin(null)
            tell(no)
          }}
        />
      </>
    )
  }
  return (
    <>
      <Notice tone="warn" text={t('second.holds')} />
      <Notice text={notice} />
      <Button onPress={() => ask(true)}>{t('second.begin')}</Button>
      <Sheet isOpen={isAsking} title={t('second.title')} onClose={() => ask(false)}>
        <PinAsk
          label={t('second.pinBegin')}
          confirm={t('second.next')}
          ask={pin => send(beginSecondFactor, { pin })}
          onAnswer={reply => {
            ask(false)
            if (!reply.ok) return tell(reply)
            say(null)
            begin(reply.data)
          }}
        />
      </Sheet>
    </>
  )
}

function isOn({ details }: No): boolean {
  return details?.reason === 'second_factor_on'
}

function wordsOf(no: No): string | null {
  if (isOn(no)) return t('second.wasOn')
  return no.key === 'modify_failed' ? t('second.late') : (plainTrouble(no)?.text ?? null)
}

function Secret({ begun: { secret, link } }: { begun: Begun }) {
  return (
    <section class={`${paper} ${box}`} aria-label={t('second.secret')}>
      <p>{t('second.scan')}</p>
      <QrCode text={link} size={184} label={t('second.qr')} />
      <Button kind="plain" href={link}>
        {t('second.open')}
      </Button>
      <p class="cap">{t('second.noApp')}</p>
      <p class="cap">{t('second.byHand')}</p>
      <p class="num" data-secret>
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </p>
      <CopyButton text={secret} label={t('second.secret')}>
        {t('second.copy')}
      </CopyButton>
    </section>
  )
}

interface FirstCodeProps {
  setup: string
  onEnd: (end: SecondEnd) => void
  /** What was begun is over, or one counts already. */
  onFailed: (no: No) => void
}

function FirstCode({ setup, onEnd, onFailed }: FirstCodeProps) {
  const form = useForm({ code: secondShape })
  const submit = form.submit(async ({ code }) => {
    const reply = await send(confirmSecondFactor, { code, setup })
    feel(reply.ok ? 'success' : 'error')
    if (reply.ok) {
      updateUser(reply.data.userInfo)
      return onEnd({ what: 'on', codes: reply.data.recoveryCodes })
    }
    if (reply.key === 'modify_failed') return onFailed(reply)
    if (reply.key !== 'second_factor_incorrect')
      return form.refuse(() => secondText(reply) ?? plainTrouble(reply)?.text ?? null)
    form.blame('code', () => secondText(reply))
    focusWrong()
  })
  return (
    <form class={stack} onSubmit={submit} noValidate>
      <SecondField bound={form.field('code')} />
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('second.turnOn')}
      </Button>
    </form>
  )
}
const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  justify-items: center;
  padding: 20px 16px 8px;
  & p {
    text-align: center;
  }
  & .num {
    font-size: 1.0625rem;
    line-height: 1.75rem;
    font-weight: 600;
  }
`
