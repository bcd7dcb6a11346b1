import { css } from 'goober'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { signedIn } from '../../../../../contract/account.ts'
import { refusalText } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'

/** Signs in by fingerprint, face or screen lock; what that takes is loaded once somebody wants it. */
export function PasskeyButton({ onDone }: { onDone: (answer: z.output<typeof signedIn>) => void }) {
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)

  async function press() {
    setBusy(true)
    say(null)
    const said = await logIn(onDone).catch(() => t('refusal.network'))
    setBusy(false)
    say(said)
  }

  return (
    <div class={box}>
      <Notice text={notice} />
      <Button kind="plain" isBusy={isBusy} onPress={press}>
        {t('account.login.passkey')}
      </Button>
    </div>
  )
}

/** Gives what is to be said when nobody was signed in. */
async function logIn(onDone: (answer: z.output<typeof signedIn>) => void): Promise<string | null> {
  const { logInByPasskey } = await import('../../../../passkeys/log-in.ts')
  const reply = await logInByPasskey()
  if (!reply) return t('account.login.passkeyNone')
  if (!reply.ok) return refusalText(reply)
  if ('token' in reply.data) onDone(reply.data)
  return null
}

const box = css`
  display: grid;
  gap: 12px;
`
