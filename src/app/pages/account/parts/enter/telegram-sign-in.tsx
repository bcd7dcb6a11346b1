import { css } from 'goober'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { signedIn } from '../../../../../contract/account.ts'
import { tgLogin } from '../../../../../contract/telegram.ts'
import { send } from '../../../../send.ts'
import { deviceKey } from '../../../../start/device-key.ts'
import { t } from '../../../../state/locale.ts'
import type { No } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { placeOf } from '../refusal.tsx'

export interface TelegramSignInProps {
  /** Signed launch data of the container. */
  launch: string
  onDone: (answer: z.output<typeof signedIn>) => void
  /** Nobody is linked to this Telegram account. */
  onMissing: () => void
}

/** One tap inside Telegram, above the form for everybody else. */
export function TelegramSignIn({ launch, onDone, onMissing }: TelegramSignInProps) {
  const [isBusy, setBusy] = useState(false)
  const [no, refuse] = useState<No | null>(null)

  async function press() {
    setBusy(true)
    refuse(null)
    const reply = await send(tgLogin, { initData: launch, deviceKey: deviceKey() })
    setBusy(false)
    if (reply.ok) await enter(reply.data)
    else if (reply.key === 'user_missing') onMissing()
    else refuse(reply)
  }

  async function enter(answer: z.output<typeof signedIn>) {
    const { isTheirs, letGo } = await import('../../../../telegram/known-here.ts')
    if (await isTheirs(launch, answer)) onDone(answer)
    else await letGo(answer)
  }

  return (
    <div class={box}>
      <Button isBusy={isBusy} onPress={press}>
        {t('account.telegram.login')}
      </Button>
      <Notice text={no && wordsOf(no)} />
      <p>{t('account.telegram.or')}</p>
    </div>
  )
}

function wordsOf(no: No): string | null {
  return no.key === 'login_failed' ? t('account.telegram.failed') : (placeOf(no)?.text ?? null)
}

const box = css`
  display: grid;
  gap: 12px;
  & p:last-child {
    display: flex;
    gap: 12px;
    align-items: center;
    color: var(--text-3);
    font-size: .875rem;
  }
  & p:last-child::before,
  & p:last-child::after {
    content: "";
    flex: 1;
    height: 1px;
    background: var(--line);
  }
`
