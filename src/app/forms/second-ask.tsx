import { css } from 'goober'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { link, onBack } from '../routing/hash-location.tsx'
import { t } from '../state/locale.ts'
import { feel } from '../telegram/telegram.ts'
import { type No, plainTrouble } from '../trouble/trouble.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useForm } from './form.ts'
import { SecondField, secondShape, secondText } from './second-field.tsx'

export interface SecondAskProps {
  /** Sends what the code is for. */
  ask: (code: string) => Promise<No>
  /** Every answer but a wrong code, or silence. */
  onAnswer: (reply: No) => void
  onCancel: () => void
}

/** Asks for a code of the authenticator, or a recovery code, until it is right. */
export function SecondAsk({ ask, onAnswer, onCancel }: SecondAskProps) {
  const form = useForm({ code: secondShape })
  const [isRecovery, useRecovery] = useState(false)
  const [hasErred, err] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const cancel = useRef(onCancel)
  cancel.current = onCancel
  useLayoutEffect(() => onBack(() => cancel.current()), [])
  const focus = () => box.current?.querySelector('input')?.focus()
  useEffect(focus, [])

  const submit = form.submit(async ({ code }) => {
    const reply = await ask(code)
    if (reply.ok || (!secondText(reply) && reply.key !== 'network')) return onAnswer(reply)
    feel('error')
    err(reply.key === 'second_factor_incorrect')
    if (reply.key === 'second_factor_incorrect') form.blame('code', () => secondText(reply))
    else form.refuse(() => secondText(reply) ?? plainTrouble(reply)?.text ?? null)
    focus()
  })

  return (
    <form ref={box} class={stack} onSubmit={submit} noValidate>
      <h2>{t('second.title')}</h2>
      <p>{t(isRecovery ? 'second.askRecovery' : 'second.ask')}</p>
      <SecondField bound={form.field('code')} isRecovery={isRecovery} />
      {hasErred && !isRecovery && <p class="cap">{t('second.clockHint')}</p>}
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('second.go')}
      </Button>
      <Button
        kind="quiet"
        onPress={() => {
          form.set('code', '')
          useRecovery(!isRecovery)
          focus()
        }}
      >
        {t(isRecovery ? 'second.useCode' : 'second.useRecovery')}
      </Button>
      <p class="cap">{t('second.lost')}</p>
      <Button kind="quiet" href={link('service')}>
        {t('mend.service')}
      </Button>
    </form>
  )
}

const stack = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
`
